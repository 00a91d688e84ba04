import { expect, test } from 'vitest';
import { soleSecret } from '#server/infra/secrets.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { createAuth } from './auth.ts';
import { consumeToken, createToken } from './tokens.ts';

/**
 * Returns a database that allows only transactions, like one that was unreachable when the process started.
 */
const transactionsAlone = (db: Database): Database =>
  new Proxy(db, {
    get(target, name) {
      if (name === 'connection') throw new Error('There is no connection.');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

test('uses a mailed link inside a transaction as the first call of a process', async () => {
  const { db, close } = await testDatabase();
  const options = { secrets: soleSecret(TEST_SECRET), appUrl: 'http://localhost:3000' };
  const token = await transact(db, (tx) =>
    createAuth({ ...options, db }).inTransaction(tx, (store) => createToken(store, 'verify-email', 'Ana')),
  );
  const fresh = createAuth({ ...options, db: transactionsAlone(db) });
  const owner = await transact(db, (tx) =>
    fresh.inTransaction(tx, (store) => consumeToken(store, 'verify-email', token)),
  );
  expect(owner).toBe('Ana');
  await close();
});
