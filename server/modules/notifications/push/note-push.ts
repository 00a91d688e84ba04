import { after, HOUR, SECOND } from '#server/infra/clock.ts';
import type { OutsideAnswer } from '#server/infra/post-outside.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { ClaimedPush } from './claim.ts';

const MAX_ATTEMPTS = 8;

/** Returns the wait after this many attempts: 5 s, 20 s, 80 s … at most an hour. */
const backOff = (attempts: number): number => Math.min(5 * SECOND * 4 ** (attempts - 1), HOUR);

/**
 * Statuses that mean that the subscription has ended, or belongs to other keys than ours. No push will ever
 * arrive there.
 */
const GONE = [401, 403, 404, 410];
/** Returns whether to try again later. */
const isForLater = (status: number | null): boolean => status === null || status === 429 || status >= 500;

/** Results of an attempt. postponed: tried again. refused: never tried again. dropped: no longer wanted. */
export const pushOutcomes = ['sent', 'postponed', 'refused', 'dropped'] as const;
type PushOutcome = (typeof pushOutcomes)[number];

/**
 * Records the result of an attempt, if its lease is still held. `answer` is null if the push is unwanted or
 * its subscription can't be decrypted.
 */
export async function notePush(
  db: Database,
  claimed: ClaimedPush,
  answer: OutsideAnswer | null,
  now: Date,
): Promise<PushOutcome> {
  const status = answer?.status ?? null;
  if (!answer) {
    await end(db, claimed, 'dropped', now, null);
    return 'dropped';
  }
  if (status !== null && status >= 200 && status < 300) {
    await noteSent(db, claimed, now);
    return 'sent';
  }
  if (status !== null && GONE.includes(status)) {
    await forgetBrowser(db, claimed, status, now);
    return 'refused';
  }
  if (isForLater(status) && claimed.attempts < MAX_ATTEMPTS) {
    await postpone(db, claimed, answer, now);
    return 'postponed';
  }
  await end(db, claimed, 'failed', now, answer.error ?? `the push service answered ${status}`);
  return 'refused';
}

async function noteSent(db: Database, claimed: ClaimedPush, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    await end(tx, claimed, 'sent', now, null);
    await tx
      .updateTable('push_subscriptions')
      .set({ sent_at: now })
      .where('id', '=', claimed.target!.id)
      .execute();
  });
}

async function forgetBrowser(db: Database, claimed: ClaimedPush, status: number, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    await end(tx, claimed, 'dropped', now, `the push service answered ${status}`);
    await tx.deleteFrom('push_subscriptions').where('id', '=', claimed.target!.id).execute();
  });
}

async function end(
  tx: Tx | Database,
  { id, leaseId }: ClaimedPush,
  state: 'sent' | 'dropped' | 'failed',
  now: Date,
  error: string | null,
): Promise<void> {
  await tx
    .updateTable('notification_deliveries')
    .set({ state, ended_at: now, lease_id: null, leased_until: null, last_error: error })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute();
}

async function postpone(
  db: Database,
  { id, leaseId, attempts }: ClaimedPush,
  { status, retryAfter, error }: OutsideAnswer,
  now: Date,
): Promise<void> {
  const asked = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * SECOND : 0;
  await db
    .updateTable('notification_deliveries')
    .set({
      due_at: after(now, Math.max(backOff(attempts), Math.min(asked, 6 * HOUR))),
      ...{ lease_id: null, leased_until: null, last_error: error ?? `the push service answered ${status}` },
    })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute();
}
