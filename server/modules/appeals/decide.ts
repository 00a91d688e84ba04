import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact, violates } from '#server/infra/transaction.ts';
import { closeRejectionAppeal } from '#server/modules/appeal-records/appeal-records.ts';
import { acceptAppealed } from '#server/modules/earnings/earnings.ts';
import { releaseFraudHold, upholdFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { listing, lock } from '#server/modules/ledger/ledger.ts';
import { overturnRejection } from '#server/modules/submissions/submissions.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';

interface Ask {
  appealId: string;
  /** Null: time decides. */
  adminId: string | null;
  note: string;
  now: Date;
}

/** Overturns the decision: a fraud hold is released; a rejected clip is approved from now on, and earns. */
export async function overturnAppeal(
  db: Database,
  ask: Ask,
): Promise<Outcome<null, 'not_found' | 'appeal_state' | 'appeal_post_in_use'>> {
  try {
    return await transact(db, async (tx) => {
      const appeal = await lockAppeal(tx, ask.appealId);
      if (isRefusal(appeal)) return appeal;
      const { submissionId, fraudHoldId } = appeal;
      if (fraudHoldId) return asAppeal(await releaseFraudHold(tx, { fraudHoldId, ...ask }));
      const overturned = await overturnRejection(tx, { submissionId, now: ask.now });
      if (isRefusal(overturned)) return overturned;
      if (!(await closeRejectionAppeal(tx, submissionId, { outcome: 'overturned', ...ask })))
        return refuse('appeal_state');
      await acceptAppealed(tx, submissionId);
      return null;
    });
  } catch (error) {
    // Another clipper submitted the post at the same moment.
    if (violates(error, 'submissions_live_post')) return refuse('appeal_post_in_use');
    throw error;
  }
}

/** Dismisses the appeal: held views are excluded; a rejected clip is no longer counted and its reserve is returned. */
export async function dismissAppeal(
  db: Database,
  ask: Ask,
): Promise<Outcome<null, 'not_found' | 'appeal_state'>> {
  return await transact(db, async (tx) => {
    const appeal = await lockAppeal(tx, ask.appealId);
    if (isRefusal(appeal)) return appeal;
    const { submissionId, fraudHoldId } = appeal;
    if (fraudHoldId) return asAppeal(await upholdFraudHold(tx, { fraudHoldId, ...ask }));
    if (!(await closeRejectionAppeal(tx, submissionId, { outcome: 'dismissed', ...ask })))
      return refuse('appeal_state');
    await stopTracking(tx, [submissionId]);
    return null;
  });
}

/** An open appeal; its listing can neither be closed nor settled meanwhile. */
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
