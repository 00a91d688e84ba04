import { sql } from 'kysely';
import { GONE_GRACE_DAYS } from '#contract/limits.ts';
import { formatUsd, micros } from '#contract/money.ts';
import { after, DAY, MINUTE } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { accountsOfPayout, firstProblem, type VerifyOwnership } from './accounts-behind.ts';
import { auditBySystem } from './audit.ts';
import { notifyClipper } from './book.ts';

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
 * Every payout that was asked for is checked before it may leave, and again while it waits. What follows a canceled one
 * waits a little: nobody may have platforms asked as often as one can press two buttons.
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
 * Asks for the accounts of one payout and records what was found. No transaction is open while a platform answers. What
 * went wrong on our side is recorded as a problem too, so that the payout waits its turn, and returned for the log.
 */
export async function checkPayout(
  { db, verifyOwnership }: Deps,
  payoutId: string,
  now: Date,
): Promise<Error | null> {
  const { rows } = await sql<Checked>`
    select k.problem, u.closed_at is not null as closed
    from payouts p join users u on u.id = p.clipper_id left join payout_account_checks k on k.payout_id = p.id
    where p.id = ${payoutId}`.execute(db);
  const payout = rows[0];
  if (!payout) return null;
  let failure: Error | null = null;
  const ask = (connectionId: string) =>
    verifyOwnership(connectionId, now).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
      return UNCHECKED;
    });
  // Whose the accounts are was asked before they were erased with the account: what was found then stands.
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

/** Records what a look at the accounts of a waiting payout found, and tells its clipper when it begins to wait. */
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
      title: 'Payout waits',
      body: `${formatUsd(micros(payout.amount_micros))} waits. ${problem}`,
    });
    await auditBySystem(tx, 'payout.waits', 'payout', payoutId, now, { problem });
  }
  if (!problem && before?.problem) await auditBySystem(tx, 'payout.goes_on', 'payout', payoutId, now);
}

/**
 * Whether a payout waits for its accounts. After seven days an admin may judge by what else is known: an account that its
 * platform deleted can't be shown to be anybody's, and what it earned before stays earned.
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
