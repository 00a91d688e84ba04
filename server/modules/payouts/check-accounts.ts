import { sql } from 'kysely';
import { GONE_GRACE_DAYS } from '#contract/limits.ts';
import { formatUsd, micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY, MINUTE } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { accountsOfPayout, firstProblem, type VerifyOwnership } from './accounts-behind.ts';
import { notifyClipper } from './book-moves.ts';

const AGAIN_AFTER_PROBLEM = 15 * MINUTE;
const AFTER_CANCELED = 15 * MINUTE;
const GOOD_FOR = DAY;
const UNCHECKED = 'The account that earned it could not be checked. We will try again automatically.';
const AT_ONCE = 50;

interface Deps {
  db: Database;
  verifyOwnership: VerifyOwnership;
}

/**
 * Checks every requested payout before it is sent, and again while it waits. A payout requested after a canceled one waits
 * 15 minutes, so that requesting and canceling in turns can't use up the platforms' allowances.
 */
export function checkAccounts({ db, verifyOwnership }: Deps): Job {
  return {
    name: 'payouts.check-accounts',
    async run(now, signal) {
      const { rows } = await sql<{ id: string }>`
        select p.id from payouts p left join payout_account_checks k on k.payout_id = p.id
        where p.state = 'requested' and (k.payout_id is null or k.again_at <= ${now})
          and not exists (select from payouts o join payout_account_checks c on c.payout_id = o.id
            where o.clipper_id = p.clipper_id and o.state = 'canceled' and c.checked_at > ${after(now, -AFTER_CANCELED)})
        order by p.requested_at limit ${AT_ONCE}`.execute(db);
      const check = async ({ id }: { id: string }) => {
        const failure = await checkPayout({ db, verifyOwnership }, id, now);
        if (failure !== null) throw failure;
      };
      await forEachSettled(rows, check, signal);
    },
  };
}

/**
 * Verifies the accounts behind one payout and records the result. No transaction is open while a platform
 * answers. An internal error is recorded as a problem, so that the payout waits for its next check, and is
 * returned for the log.
 */
export async function checkPayout(
  { db, verifyOwnership }: Deps,
  payoutId: string,
  now: Date,
): Promise<Error | null> {
  const { rows } = await sql<Checked>`
    select k.problem, u.closed_at is not null as closed
    from payouts p join accounts u on u.id = p.clipper_id left join payout_account_checks k on k.payout_id = p.id
    where p.id = ${payoutId}`.execute(db);
  const payout = rows[0];
  if (!payout) return null;
  let failure: Error | null = null;
  const ask = (connectionId: string) =>
    verifyOwnership(connectionId, now).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
      return UNCHECKED;
    });
  // A closed account has no connected accounts any more, so the last result is kept.
  const problem = payout.closed
    ? payout.problem
    : await firstProblem(await accountsOfPayout(db, payoutId), ask);
  await transact(db, (tx) => record(tx, payoutId, problem, now));
  return failure;
}

interface Checked {
  problem: string | null;
  closed: boolean;
}

/** Records the result of a check for a waiting payout, and notifies the clipper when a problem is new. */
export async function record(tx: Tx, payoutId: string, problem: string | null, now: Date): Promise<void> {
  const payout = await tx
    .selectFrom('payouts')
    .select(['clipper_id', 'amount_micros'])
    .where('id', '=', payoutId)
    .where('state', '=', 'requested')
    .forUpdate()
    .executeTakeFirst();
  if (!payout) return;
  const before = await tx
    .selectFrom('payout_account_checks')
    .select(['problem', 'problem_since'])
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  const found = {
    checked_at: now,
    again_at: after(now, problem ? AGAIN_AFTER_PROBLEM : GOOD_FOR),
    problem,
    problem_since: problem ? (before?.problem_since ?? now) : null,
  };
  await tx
    .insertInto('payout_account_checks')
    .values({ payout_id: payoutId, ...found })
    .onConflict((oc) => oc.column('payout_id').doUpdateSet(found))
    .execute();
  if (problem && !before?.problem) {
    await notifyClipper(tx, payout, now, {
      kind: 'payout.waits',
      title: 'Payout delayed',
      body: `${formatUsd(micros(payout.amount_micros))} has not been sent yet. ${problem}`,
    });
    await writeAudit(tx, bySystem(now), 'payout.waits', 'payout', payoutId, { problem });
  }
  if (!problem && before?.problem) await writeAudit(tx, bySystem(now), 'payout.goes_on', 'payout', payoutId);
}

/**
 * Returns whether a payout must wait because an account behind it is not verified. It must wait for at most
 * seven days. After that an admin may decide, because an account that its platform deleted can't be verified
 * any more and its earnings remain valid.
 */
export async function waitsForAccount(tx: Tx, payoutId: string, now: Date): Promise<boolean> {
  const check = await tx
    .selectFrom('payout_account_checks')
    .select('problem_since')
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  const since = check?.problem_since ?? null;
  return since !== null && after(since, GONE_GRACE_DAYS * DAY) > now;
}
