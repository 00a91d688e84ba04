import type { UserId } from '#contract/accounts/ids.ts';
import { formatUsd } from '#contract/money.ts';
import { decideMoneyAct, type MoneyRefusal } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact, violates } from '#server/infra/transaction.ts';
import { closeRejectionAppeal } from '#server/modules/appeal-records/appeal-records.ts';
import { acceptAppealed, type Contested, contestedOf } from '#server/modules/earnings/earnings.ts';
import { releaseFraudHold, upholdFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { listing, lock } from '#server/modules/ledger/ledger.ts';
import { overturnRejection } from '#server/modules/submissions/submissions.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';

interface Ask {
  appealId: string;
  /** The deciding admin; null when the deadline decides. */
  adminId: UserId | null;
  note: string;
  now: Date;
}

/**
 * Overturns the appealed decision: releases a fraud hold, or approves a rejected clip, which earns from now
 * on.
 */
export async function overturnAppeal(
  db: Database,
  ask: Ask,
): Promise<Outcome<null, Refused | 'appeal_post_in_use'>> {
  try {
    return await transact(db, async (tx) => {
      const appeal = await lockAppeal(tx, ask.appealId);
      if (isRefusal(appeal)) return appeal;
      const { submissionId, fraudHoldId } = appeal;
      const contested = await contestedOf(tx, [submissionId]);
      if (fraudHoldId) {
        const released = asAppeal(await releaseFraudHold(tx, { fraudHoldId, ...ask }));
        return released ?? (await decideMoney(tx, 'overturn', ask, contested));
      }
      const overturned = await overturnRejection(tx, { submissionId, now: ask.now });
      if (isRefusal(overturned)) return overturned;
      if (!(await closeRejectionAppeal(tx, submissionId, { outcome: 'overturned', ...ask })))
        return refuse('appeal_state');
      await acceptAppealed(tx, submissionId);
      return await decideMoney(tx, 'overturn', ask, contested);
    });
  } catch (error) {
    // Another clipper submitted the post after it was rejected.
    if (violates(error, 'submissions_live_post')) return refuse('appeal_post_in_use');
    throw error;
  }
}

/** Dismisses the appeal: excludes held views, or stops counting a rejected clip and returns its reserve. */
export async function dismissAppeal(db: Database, ask: Ask): Promise<Outcome<null, Refused>> {
  return await transact(db, async (tx) => {
    const appeal = await lockAppeal(tx, ask.appealId);
    if (isRefusal(appeal)) return appeal;
    const { submissionId, fraudHoldId } = appeal;
    const contested = await contestedOf(tx, [submissionId]);
    if (fraudHoldId) {
      const upheld = asAppeal(await upholdFraudHold(tx, { fraudHoldId, ...ask }));
      return upheld ?? (await decideMoney(tx, 'dismiss', ask, contested));
    }
    if (!(await closeRejectionAppeal(tx, submissionId, { outcome: 'dismissed', ...ask })))
      return refuse('appeal_state');
    await stopTracking(tx, [submissionId]);
    return await decideMoney(tx, 'dismiss', ask, contested);
  });
}

type Refused = 'not_found' | 'appeal_state' | 'second_admin_needed' | 'own_money';

/**
 * Decides whether one admin may decide alone on the appealed amount. If the deadline decides, no second admin
 * is needed.
 */
async function decideMoney(
  tx: Tx,
  how: 'overturn' | 'dismiss',
  { appealId, adminId, now }: Ask,
  contested: readonly Contested[],
): Promise<MoneyRefusal | null> {
  if (adminId === null) return null;
  const [about] = contested;
  const amount = about ? formatUsd(about.amountMicros) : 'nothing yet';
  return await decideMoneyAct(tx, {
    kind: `appeal.${how}`,
    subjectId: appealId,
    adminId,
    shares: contested.map(({ clipperId, hostId, amountMicros }) => ({
      accountId: how === 'overturn' ? clipperId : hostId,
      amountMicros,
    })),
    summary:
      how === 'overturn'
        ? `an appealed clip is paid, ${amount}.`
        : `an appealed clip is not paid, ${amount}.`,
    now,
  });
}

/** Locks an open appeal, so that its listing can neither be closed nor settled meanwhile. */
async function lockAppeal(
  tx: Tx,
  appealId: string,
): Promise<Outcome<{ submissionId: string; fraudHoldId: string | null }, 'not_found' | 'appeal_state'>> {
  const find = () =>
    tx
      .selectFrom('appeals')
      .select([
        'submission_id as submissionId',
        'fraud_hold_id as fraudHoldId',
        'listing_id as listingId',
        'state',
      ])
      .where('id', '=', appealId)
      .executeTakeFirst();
  const known = await find();
  if (!known) return refuse('not_found');
  await lock(tx, [listing(known.listingId)]);
  const appeal = (await find())!;
  return appeal.state === 'open' || appeal.state === 'escalated' ? appeal : refuse('appeal_state');
}

const asAppeal = (
  outcome: Outcome<null, 'not_found' | 'fraud_hold_state' | 'invalid_input'>,
): Outcome<null, 'not_found' | 'appeal_state'> =>
  isRefusal(outcome) ? refuse(outcome.code === 'fraud_hold_state' ? 'appeal_state' : 'not_found') : null;
