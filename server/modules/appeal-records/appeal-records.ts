import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { AppealOf } from '#contract/appeals.ts';
import { APPEAL_DECISION_DAYS } from '#contract/limits.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

export { closeHoldAppeal, closeRejectionAppeal } from './close.ts';
export { escalateAppeal } from './escalate.ts';

interface NewAppeal {
  submissionId: string;
  clipperId: AccountId;
  userId: UserId;
  text: string;
  clip: {
    listingId: string;
    hostId: AccountId;
    title: string;
    kind: AppealOf | null;
    /** The hold that is appealed; null for an appeal against a rejection. */
    fraudHoldId: string | null;
  };
  decideBy: Date;
  now: Date;
}

/**
 * Records an appeal and notifies the host. Returns false if the decision was appealed before. This module
 * only records appeals, because fraud-holds needs it to close the appeal of a decided hold. The module
 * appeals, which depends on fraud-holds, applies their effects.
 */
export async function openAppeal(tx: Tx, { clip, decideBy, ...ask }: NewAppeal): Promise<boolean> {
  const id = newId();
  const inserted = await tx
    .insertInto('appeals')
    .values({
      id,
      submission_id: ask.submissionId,
      listing_id: clip.listingId,
      clipper_id: ask.clipperId,
      fraud_hold_id: clip.fraudHoldId,
      text: ask.text,
      opened_at: ask.now,
      decide_by: decideBy,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await writeAudit(
    tx,
    actBy('clipper', ask.userId, ask.now),
    'appeal.opened',
    'submission',
    ask.submissionId,
    { appealId: id, of: clip.kind, fraudHoldId: clip.fraudHoldId },
  );
  const what = clip.kind === 'hold' ? 'the hold on the views of a clip' : 'the rejection of a clip';
  await notify(
    tx,
    {
      accountId: clip.hostId,
      kind: 'listing.appeal_opened',
      title: 'A clipper appealed',
      body: `A reviewer looks at ${what} for “${clip.title}” and decides within ${APPEAL_DECISION_DAYS} days. Until then we reserve what the clip could earn, as far as the budget allows.`,
      link: `/clips/${ask.submissionId}`,
    },
    ask.now,
  );
  return true;
}
