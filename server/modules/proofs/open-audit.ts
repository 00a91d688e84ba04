import type { AccountId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { AUDIT_DAYS } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { newPictureCode } from '#server/modules/attestations/attestations.ts';
import { openAuditHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

/** A clip that was drawn, as it was then. */
export interface DrawnClip {
  submission_id: string;
  clipper_id: AccountId;
  paid_micros: bigint;
  fresh_micros: bigint;
  proven_views: bigint;
  views: bigint;
}

export interface Drawn {
  probability: number;
  drawn: number;
  now: Date;
}

/** Puts the clip's unproven views on hold and asks its owner for evidence. */
export async function openAudit(
  tx: Tx,
  clip: Omit<DrawnClip, 'paid_micros'>,
  { probability, drawn, now }: Drawn,
): Promise<void> {
  const { submission_id: submissionId, clipper_id: clipperId, views, fresh_micros } = clip;
  const hold = { submissionId, before: clip.proven_views, views, now };
  const fraudHoldId = await openAuditHold(tx, hold);
  if (!fraudHoldId) return;
  const due = after(now, AUDIT_DAYS * DAY);
  await tx
    .insertInto('clip_audits')
    .values({
      fraud_hold_id: fraudHoldId,
      submission_id: submissionId,
      views,
      code: newPictureCode(),
      probability,
      drawn,
      fresh_micros,
      opened_at: now,
      due_at: due,
    })
    .execute();
  const data = { fraudHoldId, probability, drawn, freshMicros: fresh_micros, views };
  await writeAudit(tx, bySystem(now), 'clip_audit.drawn', 'submission', submissionId, data);
  await notify(
    tx,
    {
      accountId: clipperId,
      kind: 'fraud_hold.audit',
      title: 'Show the analytics of a clip',
      body: `Your clip was chosen at random for an audit. Release your analytics in Settings, or send a picture of them, by ${momentText(due)}. Views on hold are not paid until then.`,
      link: `/clips/${submissionId}`,
    },
    now,
  );
}
