import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { latestReconciliation, type Reconciliation } from './queries.ts';
import { type Invariant, invariantNames, judge, reconcile } from './reconcile.ts';

export interface ReconciliationDeps {
  db: Database;
  /** The operator's address for mails about broken invariants. */
  operatorAddress: string;
}

/**
 * Runs a night's reconciliation. Each invariant is one statement whose result is stored before the next one
 * runs, so that a stop loses at most one result. Resolves to whether the night is done. A repeated call
 * continues, or changes nothing.
 */
export async function reconcileNight(
  { db, operatorAddress }: ReconciliationDeps,
  night: Date,
  now: Date,
  signal?: AbortSignal,
): Promise<boolean> {
  await db
    .insertInto('reconciliations')
    .values({ id: newId(), night, started_at: now })
    .onConflict((oc) => oc.column('night').doNothing())
    .execute();
  const reconciliation = await db
    .selectFrom('reconciliations')
    .select(['id', 'finished_at', 'invariants'])
    .where('night', '=', night)
    .executeTakeFirstOrThrow();
  if (reconciliation.finished_at) return true;
  const known = new Set((reconciliation.invariants as unknown as Invariant[]).map(({ name }) => name));
  for (const name of invariantNames.filter((one) => !known.has(one))) {
    if (signal?.aborted) return false;
    await keep(db, reconciliation.id, await judge(db, name));
  }
  await transact(db, async (tx) => {
    const finished = await finish(tx, reconciliation.id, now);
    if (finished && finished.broken > 0) await alert(tx, operatorAddress, finished.invariants, now);
  });
  return true;
}

/**
 * Checks every invariant now on one snapshot and stores the result. Mails the operator if an invariant is
 * broken and the previous reconciliation was fine.
 */
export async function reconcileNow(
  { db, operatorAddress }: ReconciliationDeps,
  { askedBy, now }: { askedBy: UserId; now: Date },
): Promise<Reconciliation> {
  const { invariants } = await reconcile(db);
  const broken = invariants.filter(({ ok }) => !ok).length;
  return await transact(db, async (tx) => {
    const before = await latestReconciliation(tx);
    await tx
      .insertInto('reconciliations')
      .values({
        id: newId(),
        asked_by: askedBy,
        started_at: now,
        finished_at: now,
        invariants: JSON.stringify(invariants),
        broken,
      })
      .execute();
    if (broken > 0 && (before?.ok ?? true)) await alert(tx, operatorAddress, invariants, now);
    return { at: now, nightly: false, ok: broken === 0, invariants };
  });
}

/**
 * Stores the result of an invariant. Another process may reconcile the same night; the first result is kept.
 */
async function keep(db: Database, id: string, invariant: Invariant): Promise<void> {
  await sql`
    update reconciliations set invariants = invariants || ${JSON.stringify([invariant])}::jsonb,
      broken = broken + ${invariant.ok ? 0 : 1}::int
    where id = ${id} and finished_at is null and not invariants @> ${JSON.stringify([{ name: invariant.name }])}::jsonb`.execute(
    db,
  );
}

/** Marks a reconciliation as finished and returns its results. Returns null if it was already finished. */
async function finish(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ broken: number; invariants: Invariant[] } | null> {
  const row = await tx
    .updateTable('reconciliations')
    .set({ finished_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(['broken', 'invariants'])
    .executeTakeFirst();
  return row ? { broken: row.broken, invariants: row.invariants as unknown as Invariant[] } : null;
}

async function alert(tx: Tx, to: string, invariants: Invariant[], now: Date): Promise<void> {
  const broken = invariants.filter(({ ok }) => !ok);
  const text = `The ledger was checked on ${momentText(now)}, and ${broken.length} of ${invariants.length} invariants do not hold:

${broken.map(({ name, detail }) => `- ${name}: ${detail}`).join('\n')}

Nothing was changed by the check. Pause payouts until the cause is known; "npm run reconcile" asks again.
`;
  await enqueueMail(tx, { to, subject: 'The ledger does not balance', text }, now);
}
