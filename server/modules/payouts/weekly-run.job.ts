import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { unsupportedCountries } from '#contract/countries.ts';
import { WEEKLY_PAYOUT_MIN } from '#contract/limits.ts';
import { centsToMicros, formatUsd, micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, type Clock } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import { newId } from '#server/infra/id.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { isAdultAccount } from '#server/modules/accounts/accounts.ts';
import { allocateAccruals, releaseAll } from '#server/modules/earnings/earnings.ts';
import { clipperAvailable, lock, type PostResult, postRows } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { findPeople } from '#server/modules/proofs/proofs.ts';
import { isStopped } from './automatic.ts';
import { isFrozen } from './queries.ts';
import { lastWeeklyRunAt, nextWeeklyRunAt, PROCESS_WITHIN } from './rules.ts';
import { type Waiting, waitingAccruals, waitingOfAll } from './waiting.ts';

/** SQL: the balance less earnings that wait for a card deposit or for proof of their views. */
const leaves = sql`(a.balance_micros - coalesce(w.micros, 0))`;

/**
 * SQL: the minimum amount of a person's payout. A banned person can't withdraw smaller amounts, so after the
 * review every whole cent leaves.
 */
const leastOf = sql`(case when u.banned_at is null then ${WEEKLY_PAYOUT_MIN}::bigint else ${centsToMicros(1)}::bigint end)`;

/**
 * SQL: accounts that the run pays. Their owner is of age, not frozen and without a debt, has a usable address
 * from which no payout was returned, and has enough available. Payouts under way don't matter.
 */
const payable = (now: Date, only: string[] | null, waiting: Waiting[]) => sql`
  from ledger_accounts a
  left join unnest(${waiting.map(({ clipperId }) => clipperId)}::uuid[],
    ${waiting.map(({ amountMicros }) => amountMicros)}::bigint[]) as w (clipper_id, micros) on w.clipper_id = a.owner_id
  join accounts u on u.id = a.owner_id and ${isAdultAccount} and not ${isFrozen}
  join payout_addresses d on d.user_id = a.owner_id and d.usable_at <= ${now} and not ${isStopped}
  where a.kind = 'clipper_available' and ${leaves} >= ${leastOf}
    and not exists (select from ledger_accounts o
      where o.kind = 'clipper_owed' and o.owner_id = a.owner_id and o.balance_micros < 0)
    and not exists (select from payout_countries c where c.user_id = a.owner_id
      and c.country = any(${unsupportedCountries}::text[]))
    ${only ? sql`and a.owner_id = any(${only}::uuid[])` : sql``}`;

/**
 * Runs once per Monday at 09:00 UTC, or later if the server was down. Pays every available balance of at
 * least $10.00. A banned person whose money was reviewed is paid all whole cents, without that minimum.
 * Earnings that are due by then are released first; otherwise they would wait another week.
 */
export function weeklyRun({ db, clock }: { db: Database; clock: Clock }): Job {
  let doneFor = 0;
  return {
    name: 'payouts.weekly-run',
    async run(now) {
      const dueAt = lastWeeklyRunAt(now);
      if (dueAt.getTime() === doneFor) return;
      // A failed release is reported by the earnings job and must not stop the run.
      await releaseAll(db, now).catch(() => undefined);
      await payWeekly(db, now);
      doneFor = dueAt.getTime();
    },
    nextDueAt: async () => nextWeeklyRunAt(clock.now()),
  };
}

/**
 * Runs the payouts of the last Monday up to `at`, if that run has not happened yet. If paying all in one
 * transaction fails, each person is paid in a separate one, so that one person's error delays nobody else.
 */
export async function payWeekly(db: Database, at: Date): Promise<void> {
  const dueAt = lastWeeklyRunAt(at);
  try {
    await transact(db, (tx) => runOnce(tx, dueAt, at));
  } catch {
    await payApart(db, dueAt, at);
  }
}

/**
 * Pays each person in a separate transaction. If at least one person was paid, the run is recorded as done;
 * until then it is tried again.
 */
async function payApart(db: Database, dueAt: Date, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.owner_id as id ${payable(now, null, [])} order by a.owner_id`.execute(db);
  let payouts = 0;
  try {
    await forEachSettled(rows, async ({ id }) => {
      payouts += await transact(db, (tx) => payAvailable(tx, { dueAt, now, only: [id], promisedFrom: now }));
    });
  } finally {
    if (payouts > 0) await transact(db, (tx) => claim(tx, dueAt, now, payouts));
  }
}

/**
 * Pays these clippers the amounts that a run at `at` would have paid. The demo uses this to create history
 * afterwards; the run itself is not recorded.
 */
export const payWeeklyTo = (
  db: Database,
  clipperIds: AccountId[],
  at: Date,
  promisedFrom: Date = at,
): Promise<number> =>
  transact(db, (tx) =>
    payAvailable(tx, { dueAt: lastWeeklyRunAt(at), now: at, only: clipperIds, promisedFrom }),
  );

async function runOnce(tx: Tx, dueAt: Date, now: Date): Promise<void> {
  if (!(await claim(tx, dueAt, now, 0))) return;
  const payouts = await payAvailable(tx, { dueAt, now, only: null, promisedFrom: now });
  await tx.updateTable('payout_runs').set({ payouts }).where('due_at', '=', dueAt).execute();
}

/** Records the run. Returns false if another process already has. */
async function claim(tx: Tx, dueAt: Date, now: Date, payouts: number): Promise<boolean> {
  const mine = await tx
    .insertInto('payout_runs')
    .values({ due_at: dueAt, ran_at: now, payouts })
    .onConflict((oc) => oc.doNothing())
    .returning('due_at')
    .executeTakeFirst();
  return mine !== undefined;
}

interface Run {
  dueAt: Date;
  now: Date;
  /** Ids of the people to pay; null: everybody. */
  only: string[] | null;
  /** The start of the day within which the payouts are due. */
  promisedFrom: Date;
}

/** Starts the payouts of a run for everybody or for `only`. Returns their number. */
async function payAvailable(tx: Tx, { dueAt, now, only, promisedFrom }: Run): Promise<number> {
  const locked = await lockAvailable(tx, payable(now, only, []));
  // Read after the locks, because a release that happens during the wait for the locks adds to the balance.
  // If part of the release waits, that part must be held back too.
  const waiting = await waitingOfAll(tx, locked, now);
  const started = await startPayouts(tx, { now, promisedFrom }, payable(now, locked, waiting));
  for (const payout of started) {
    await writeAudit(tx, bySystem(now), 'payout.requested', 'payout', payout.id, {
      amountMicros: payout.amount,
      run: dueAt.toISOString(),
    });
  }
  await notify(
    tx,
    started.map((payout) => ({
      accountId: payout.clipper_id,
      kind: 'payout.requested',
      title: 'Weekly payout started',
      body: `${formatUsd(micros(payout.amount))} is on its way to your payment email.`,
      link: '/clipper/earnings',
    })),
    now,
  );
  return started.length;
}

/**
 * Locks the balances of everybody who could be paid, and of those who count as one person with them. A person
 * who becomes payable later is left to the next run.
 */
async function lockAvailable(tx: Tx, due: RawBuilder<unknown>): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`select a.owner_id as id ${due} order by 1`.execute(tx);
  const owners = rows.map(({ id }) => id);
  await lock(tx, (await findPeople(tx, owners)).map(clipperAvailable));
  return owners;
}

async function startPayouts(
  tx: Tx,
  { now, promisedFrom }: Pick<Run, 'now' | 'promisedFrom'>,
  due: RawBuilder<unknown>,
): Promise<{ id: string; clipper_id: AccountId; amount: bigint }[]> {
  const { rows } = await sql<{ id: string; clipper_id: AccountId; amount: bigint }>`
    insert into payouts (id, clipper_id, cause, amount_micros, destination, state, requested_at, due_at)
    select uuid_v7(), a.owner_id, 'weekly', ${leaves} - ${leaves} % 10000, d.email, 'requested',
      ${now}, ${after(promisedFrom, PROCESS_WITHIN)}
    ${due}
    returning id, clipper_id, amount_micros as amount`.execute(tx);
  if (rows.length === 0) return rows;
  const entryId = newId();
  const posted = await sql<{ result: PostResult }>`
    with lines as (
      select 'clipper_available' as debit_kind, clipper_id as debit_owner_id, 'payout' as credit_kind,
        id as credit_owner_id, amount_micros, id as subject_id
      from payouts where id = any(${rows.map((row) => row.id)}::uuid[])
    )
    select ${postRows({ id: entryId, kind: 'payout.started', occurredAt: now })} as result from lines`.execute(
    tx,
  );
  const { result } = posted.rows[0]!;
  if (result !== 'posted') throw new Error(`weekly payouts ${entryId} were not started: ${result}`);
  const waiting = await waitingAccruals(
    tx,
    rows.map((row) => row.clipper_id),
    now,
  );
  await allocateAccruals(
    tx,
    rows.map((row) => row.id),
    { waiting, now },
  );
  return rows;
}
