import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { AppealOf } from '#contract/appeals.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

interface Decision {
  outcome: 'overturned' | 'dismissed';
  /** Null when no admin decided, but the deadline or later counts. */
  adminId: UserId | null;
  note: string;
  now: Date;
}

/** Closes the open appeal against a rejection. Returns false if there is none. */
export const closeRejectionAppeal = (tx: Tx, submissionId: string, decision: Decision): Promise<boolean> =>
  close(tx, { submissionId }, decision);

/**
 * Closes the open appeal against a fraud hold, whatever the decision on the hold. Returns false if there is
 * none.
 */
export const closeHoldAppeal = (tx: Tx, fraudHoldId: string, decision: Decision): Promise<boolean> =>
  close(tx, { fraudHoldId }, decision);

async function close(
  tx: Tx,
  of: { submissionId: string } | { fraudHoldId: string },
  { outcome, adminId, note, now }: Decision,
): Promise<boolean> {
  const closed = await tx
    .updateTable('appeals')
    .set({ state: outcome, decided_at: now, decided_by: adminId, note })
    .where('state', 'in', ['open', 'escalated'])
    .$if('fraudHoldId' in of, (query) =>
      query.where('fraud_hold_id', '=', (of as { fraudHoldId: string }).fraudHoldId),
    )
    .$if('submissionId' in of, (query) =>
      query
        .where('submission_id', '=', (of as { submissionId: string }).submissionId)
        .where('fraud_hold_id', 'is', null),
    )
    .returning(['id', 'submission_id', 'listing_id', 'clipper_id', 'fraud_hold_id'])
    .executeTakeFirst();
  if (!closed) return false;
  await writeAudit(
    tx,
    actBy(adminId ? 'admin' : 'system', adminId, now),
    `appeal.${outcome}`,
    'submission',
    closed.submission_id,
    { appealId: closed.id, fraudHoldId: closed.fraud_hold_id, note },
  );
  await notifyClipper(tx, closed, { outcome, adminId, note, now });
  return true;
}

interface Closed {
  submission_id: string;
  listing_id: string;
  clipper_id: AccountId;
  fraud_hold_id: string | null;
}

async function notifyClipper(tx: Tx, closed: Closed, { outcome, note, now }: Decision): Promise<void> {
  const listing = await tx
    .selectFrom('listings')
    .select(['host_id', 'title'])
    .where('id', '=', closed.listing_id)
    .executeTakeFirstOrThrow();
  const texts = textsOf(closed.fraud_hold_id ? 'hold' : 'rejection', outcome);
  await notify(
    tx,
    [
      {
        accountId: closed.clipper_id,
        kind: `appeal.${outcome}`,
        title: texts.title,
        body: `${texts.toClipper(`your clip for “${listing.title}”`)} ${note}`,
        link: `/clips/${closed.submission_id}`,
      },
      {
        accountId: listing.host_id,
        kind: 'listing.appeal_decided',
        title: texts.title,
        body: `A clip for “${listing.title}”: ${texts.toHost}`,
        link: `/clips/${closed.submission_id}`,
      },
    ],
    now,
  );
}

function textsOf(of: AppealOf, outcome: Decision['outcome']) {
  if (outcome === 'dismissed') {
    return {
      title: 'Appeal denied',
      toClipper: (clip: string) =>
        of === 'hold' ? `The held views of ${clip} are not paid.` : `The rejection of ${clip} stands.`,
      toHost: 'the appeal of its clipper was denied.',
    };
  }
  return of === 'hold'
    ? {
        title: 'Views released after an appeal',
        toClipper: (clip: string) => `The held views of ${clip} may be paid.`,
        toHost: 'its held views were released after an appeal.',
      }
    : {
        title: 'Clip approved after an appeal',
        toClipper: (clip: string) => `The rejection of ${clip} was overturned. Its verified views now earn.`,
        toHost: 'its rejection was overturned after an appeal. It earns from now on.',
      };
}
