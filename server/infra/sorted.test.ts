import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { newId } from './id.ts';
import { InvalidInput } from './invalid-input.ts';
import { type SortedRow, sorted, sortValues } from './sorted.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

interface Item {
  id: string;
  at: string;
  amount: number;
  name: string;
}

const values = sortValues({
  at: { by: sql`at`, kind: 'moment' },
  amount: { by: sql`amount`, kind: 'number' },
  name: { by: sql`name`, kind: 'text' },
});
type Order = 'at' | '-at' | 'amount' | '-amount' | 'name' | '-name';
const orders: Order[] = ['at', '-at', 'amount', '-amount', 'name', '-name'];

async function pageOf(items: Item[], sort: Order | undefined, size: number, cursor?: string) {
  const by = sorted(values, { sort, cursor }, '-at');
  const { rows } = await sql<SortedRow>`
    select id, ${by.column}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item(id uuid, at timestamptz, amount bigint, name text)
    where true ${by.after} order by ${by.order} limit ${size + 1}`.execute(database.db);
  return by.page(rows, size);
}

/** Items with few different values, so that many rows are equal. */
const item = fc.record({
  at: fc.integer({ min: 0, max: 5 }).map((second) => `2026-03-02T10:00:00.00${second}Z`),
  amount: fc.integer({ min: -2, max: 2 }),
  name: fc.constantFrom('', 'anna', 'Anna', 'böse "Zeichen"', 'x'.repeat(40), `${'x'.repeat(40)}y`, '🎬🎬'),
});
const items = fc.array(item, { maxLength: 12 });
const withIds = (rows: Omit<Item, 'id'>[]): Item[] => rows.map((row) => ({ id: newId(), ...row }));

test('all pages of any order give each row once, in that order, also while rows are added', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...orders),
      items,
      items,
      fc.integer({ min: 1, max: 4 }),
      async (sort, first, later, size) => {
        const there = withIds(first);
        const whole = await pageOf(there, sort, 100);
        let all = there;
        const added = withIds(later);
        const met: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const found = await pageOf(all, sort, size, cursor);
          met.push(...found.rows.map(({ id }) => id));
          cursor = found.nextCursor;
          all = [...all, ...added.splice(0, 1)];
        }
        const known = new Set(there.map(({ id }) => id));
        expect(new Set(met).size).toBe(met.length);
        expect(met.filter((id) => known.has(id))).toEqual(whole.rows.map(({ id }) => id));
      },
    ),
    { numRuns: 60 },
  );
});

test('the greatest value is first with "-", the least without', async () => {
  const [least, most] = withIds([
    { at: '2026-03-02T10:00:00Z', amount: 9, name: 'b' },
    { at: '2026-03-03T10:00:00Z', amount: 10, name: 'C' },
  ]) as [Item, Item];
  for (const order of orders) {
    const { rows } = await pageOf([most, least], order, 5);
    const inOrder = order.startsWith('-') ? [most, least] : [least, most];
    expect(rows.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
  }
});

test('a cursor of another order is refused with a sentence, and one of the usual order needs no name', async () => {
  const rows = withIds([
    { at: '2026-03-02T10:00:00Z', amount: 1, name: 'a' },
    { at: '2026-03-03T10:00:00Z', amount: 2, name: 'b' },
  ]);
  const { nextCursor } = await pageOf(rows, undefined, 1);
  expect((await pageOf(rows, '-at', 1, nextCursor!)).rows).toHaveLength(1);
  await expect(pageOf(rows, 'amount', 1, nextCursor!)).rejects.toThrow(InvalidInput);
  await expect(pageOf(rows, 'amount', 1, nextCursor!)).rejects.toThrow('Load the list from its beginning.');
});

test('a cursor that no list ever gave starts the list at its beginning', async () => {
  const rows = withIds([{ at: '2026-03-02T10:00:00Z', amount: 1, name: 'a' }]);
  const forged = (value: string) =>
    Buffer.from(JSON.stringify([value, newId(), '-amount'])).toString('base64url');
  for (const value of ['', 'many', '1e9', 'NaN'])
    expect((await pageOf(rows, '-amount', 1, forged(value))).rows).toHaveLength(1);
});
