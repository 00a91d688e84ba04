import { sql } from 'kysely';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { type LedgerProof, newestProof } from './queries.ts';
import { type Invariant, invariantNames, judge, reconcile } from './reconcile.ts';

export interface ProofDeps {
  db: Database;
  /** Where the operator is told of a broken invariant. */
  operatorAddress: string;
}

/**
 * The proof of a night: each invariant in a statement of its own, its answer kept before the next one is asked, so that
 * a stop loses at most one. Resolves with whether the night is done; calling it again goes on, or changes nothing.
 */
export async function proveNight(
  { db, operatorAddress }: ProofDeps,
  night: Date,
  now: Date,
  signal?: AbortSignal,
): Promise<boolean> {
  await db
    .insertInto('ledger_proofs')
    .values({ id: newId(), night, started_at: now })
    .onConflict((oc) => oc.column('night').doNothing())
    .execute();
  const proof = await db
    .selectFrom('ledger_proofs')
    .select(['id', 'finished_at', 'invariants'])
    .where('night', '=', night)
    .executeTakeFirstOrThrow();
  if (proof.finished_at) return true;
  const known = new Set((proof.invariants as unknown as Invariant[]).map(({ name }) => name));
  for (const name of invariantNames.filter((one) => !known.has(one))) {
    if (signal?.aborted) return false;
    await keep(db, proof.id, await judge(db, name));
  }
  await transact(db, async (tx) => {
    const finished = await finish(tx, proof.id, now);
    if (finished && finished.broken > 0) await alert(tx, operatorAddress, finished.invariants, now);
  });
  return true;
}

/** Asks every invariant now, of one moment, and keeps the answer; the operator hears of it if the one before was fine. */
export async function proveNow(
  { db, operatorAddress }: ProofDeps,
  { askedBy, now }: { askedBy: string; now: Date },
): Promise<LedgerProof> {
  const { invariants } = await reconcile(db);
  const broken = invariants.filter(({ ok }) => !ok).length;
  return await transact(db, async (tx) => {
    const before = await newestProof(tx);
    await tx
      .insertInto('ledger_proofs')
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

/** Another process may prove the same night: whose answer is first stays. */
async function keep(db: Database, id: string, invariant: Invariant): Promise<void> {
  await sql`
    update ledger_proofs set invariants = invariants || ${JSON.stringify([invariant])}::jsonb,
      broken = broken + ${invariant.ok ? 0 : 1}::int
    where id = ${id} and finished_at is null and not invariants @> ${JSON.stringify([{ name: invariant.name }])}::jsonb`.execute(
    db,
  );
}

/** Null when it was finished already. */
async function finish(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ broken: number; invariants: Invariant[] } | null> {
  const row = await tx
    .updateTable('ledger_proofs')
    .set({ finished_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(['broken', 'invariants'])
    .executeTakeFirst();
  return row ? { broken: row.broken, invariants: row.invariants as unknown as Invariant[] } : null;
}

async function alert(tx: Tx, to: string, invariants: Invariant[], now: Date): Promise<void> {
  const broken = invariants.filter(({ ok }) => !ok);
  const text = `The ledger was checked at ${now.toISOString()}, and ${broken.length} of ${invariants.length} invariants do not hold:

${broken.map(({ name, detail }) => `- ${name}: ${detail}`).join('\n')}

Nothing was changed by the check. Pause payouts until the cause is known; "npm run reconcile" asks again.
`;
  await enqueueMail(tx, { to, subject: 'The ledger does not balance', text }, now);
}
