import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { formatUsd, micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { decideMoneyAct, type MoneyRefusal } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Contested, contestedOf } from '#server/modules/earnings/earnings.ts';
import {
  holdCohort,
  openCohortHolds,
  releaseFraudHold,
  upholdFraudHold,
} from '#server/modules/fraud-holds/fraud-holds.ts';
import { decidableClips, openHoldsOf } from './queries.ts';

export interface CohortDecision {
  cohortId: string;
  adminId: UserId;
  note: string;
  now: Date;
}

type OnClips = CohortDecision & { clipIds: readonly string[] };
type Decided = { clips: number };
type Refused = 'not_found' | 'cohort_decided';
type MoneyRefused = 'second_admin_needed' | 'own_money';

/** Holds these clips until an admin decides. Clips that are already held are left unchanged. */
export async function hold(tx: Tx, decision: OnClips): Promise<Outcome<Decided, Refused | 'cohort_clips'>> {
  const refused = await record(tx, decision, 'held', decision.clipIds);
  if (refused) return refused;
  if (!(await areOfCohort(tx, decision))) return refuse('cohort_clips', { field: 'clipIds' });
  const held = await holdCohort(tx, { ...decision, submissionIds: decision.clipIds });
  return { clips: held.length };
}

/**
 * Excludes the unreleased earnings of these clips and stops counting them. Each clipper is notified and can
 * appeal for each clip. The current links between these people no longer put them into a cohort.
 */
export async function uphold(
  tx: Tx,
  decision: OnClips,
): Promise<Outcome<Decided, Refused | MoneyRefused | 'cohort_clips'>> {
  const refused = await record(tx, decision, 'upheld', decision.clipIds);
  if (refused) return refused;
  if (!(await areOfCohort(tx, decision))) return refuse('cohort_clips', { field: 'clipIds' });
  const { adminId, note, now } = decision;
  const holds = await openCohortHolds(tx, { ...decision, submissionIds: decision.clipIds });
  const contested = await contestedOf(tx, decision.clipIds);
  for (const fraudHoldId of holds) {
    const outcome = await upholdFraudHold(tx, { fraudHoldId, adminId, note, now });
    if (isRefusal(outcome)) throw new Error(`hold ${fraudHoldId} was not upheld: ${outcome.code}`);
  }
  await settleLinks(tx, decision);
  return (await decideMoney(tx, 'uphold', decision, contested)) ?? { clips: holds.length };
}

/**
 * Releases the holds that were opened only for this cohort. The current links between these people no longer
 * put them into a cohort.
 */
export async function clear(
  tx: Tx,
  decision: CohortDecision,
): Promise<Outcome<Decided, Refused | MoneyRefused>> {
  const refused = await record(tx, decision, 'cleared');
  if (refused) return refused;
  const { adminId, note, now } = decision;
  const held = await openHoldsOf(tx, decision.cohortId);
  const holds = held.map(({ id }) => id);
  const contested = await contestedOf(
    tx,
    held.map(({ submission_id }) => submission_id),
  );
  for (const fraudHoldId of holds) {
    const outcome = await releaseFraudHold(tx, { fraudHoldId, adminId, note, now });
    // If another admin has just decided on this clip alone, that decision remains.
    if (isRefusal(outcome) && outcome.code !== 'fraud_hold_state')
      throw new Error(`hold ${fraudHoldId} was not released: ${outcome.code}`);
  }
  await settleLinks(tx, decision);
  return (await decideMoney(tx, 'clear', decision, contested)) ?? { clips: holds.length };
}

/** Decides whether one admin may decide alone on the amount of the cohort's clips. */
async function decideMoney(
  tx: Tx,
  how: 'uphold' | 'clear',
  { cohortId, adminId, now, ...about }: CohortDecision & { clipIds?: readonly string[] },
  contested: readonly Contested[],
): Promise<MoneyRefusal | null> {
  const sum = formatUsd(micros(contested.reduce((all, { amountMicros }) => all + amountMicros, 0n)));
  return await decideMoneyAct(tx, {
    kind: `cohort.${how}`,
    subjectId: cohortId,
    adminId,
    shares: contested.map(({ clipperId, hostId, amountMicros }) => ({
      accountId: how === 'clear' ? clipperId : hostId,
      amountMicros,
    })),
    terms: about.clipIds ? { clipIds: about.clipIds.toSorted() } : {},
    summary: `a cohort is ${how === 'clear' ? `cleared, and ${sum} may be paid` : `upheld, and ${sum} is never paid`}.`,
    now,
  });
}

async function record(
  tx: Tx,
  { cohortId, adminId, note, now }: CohortDecision,
  state: 'held' | 'upheld' | 'cleared',
  clipIds?: readonly string[],
) {
  const { numUpdatedRows } = await tx
    .updateTable('cohorts')
    .set({ state, decided_at: now, decided_by: adminId, note })
    .where('id', '=', cohortId)
    .where('state', 'in', ['open', 'held'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const known = await tx.selectFrom('cohorts').select('id').where('id', '=', cohortId).executeTakeFirst();
    return refuse(known ? 'cohort_decided' : 'not_found');
  }
  const data = { note, ...(clipIds && { clipIds }) };
  await writeAudit(tx, actBy('admin', adminId, now), `cohort.${state}`, 'cohort', cohortId, data);
  return null;
}

async function areOfCohort(tx: Tx, { cohortId, clipIds }: OnClips): Promise<boolean> {
  const open = new Set(await decidableClips(tx, cohortId, clipIds));
  return clipIds.every((id) => open.has(id));
}

async function settleLinks(tx: Tx, { cohortId, now }: CohortDecision): Promise<void> {
  await sql`
    update cohort_links k set decided_at = ${now}
    from cohort_members a, cohort_members b
    where a.cohort_id = ${cohortId} and b.cohort_id = ${cohortId} and k.one_id = a.clipper_id and k.other_id = b.clipper_id
      and k.decided_at is null`.execute(tx);
}
