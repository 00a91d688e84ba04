import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { newId } from '#server/infra/id.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';

const SENDERS = 4;
const LOAD_MS = 4_000;

/** Returns how many elements of the first list are missing from the second. */
export const missing = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((key) => !others.has(key)).length;

/** Makes deposits by several senders at once, until the load is stopped. */
export function startLoad(db: Database) {
  const keys = new Set<string>();
  const wait = () => new Promise((resolve) => setTimeout(resolve, LOAD_MS));
  return {
    acknowledged: (): ReadonlySet<string> => new Set(keys),
    async during(work: () => Promise<unknown> = wait): Promise<void> {
      let ended = false;
      const sender = async () => {
        while (!ended) await deposit(db, keys);
      };
      const senders = Promise.all(Array.from({ length: SENDERS }, sender));
      await work().finally(() => (ended = true));
      await senders;
    },
  };
}

export async function deposit(db: Database, acknowledged: Set<string>): Promise<void> {
  const hostId = newId<AccountId>();
  const email = `${hostId}@people.example`;
  await db
    .insertInto('users')
    .values({ id: personOf(hostId), email, name: 'Host', role: 'host' })
    .execute();
  const card = { hostId, userId: personOf(hostId), amountMicros: micros(10_000n), now: new Date() };
  acknowledged.add(`deposit:${await transact(db, (tx) => confirmTestCard(tx, card))}`);
}

export const keysIn = async (db: Database): Promise<Set<string>> =>
  new Set(
    (await sql<{ key: string }>`select key from ledger_entries`.execute(db)).rows.map(({ key }) => key),
  );
