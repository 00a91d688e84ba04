import fc from 'fast-check';
import type { ControlledTransaction } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import type { DB } from '#db/types.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testDatabase } from '#server/testing/database.ts';
import { currentSnapshot, readEvents, readRecent } from './read-events.ts';
import { readMissed } from './read-missed.ts';
import { MOST_SENT, positionOf, snapshotOf } from './rules.ts';
import { writeEvent } from './write-event.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const step = fc.record({
  writer: fc.nat({ max: 3 }),
  do: fc.constantFrom('write', 'write', 'commit', 'rollback', 'read', 'read by position'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Creates writers whose transactions overlap in the given order. */
function world(userId: UserId) {
  const open = new Map<number, { tx: ControlledTransaction<DB>; kinds: string[] }>();
  const committed: string[] = [];
  let written = 0;
  return {
    committed,
    async take({ writer, do: what }: Step): Promise<void> {
      if (what === 'write') {
        const mine = open.get(writer) ?? { tx: await db.startTransaction().execute(), kinds: [] };
        open.set(writer, mine);
        const kind = `test.${'x'.repeat(++written)}`;
        await writeEvent(mine.tx, kind, { accountIds: [personalAccount(userId)] });
        mine.kinds.push(kind);
        return;
      }
      const mine = open.get(writer);
      if (!mine) return;
      open.delete(writer);
      if (what === 'commit') committed.push(...mine.kinds);
      await mine.tx[what === 'commit' ? 'commit' : 'rollback']().execute();
    },
    async endAll(): Promise<void> {
      for (const { tx, kinds } of open.values()) {
        committed.push(...kinds);
        await tx.commit().execute();
      }
    },
  };
}

test('reads each committed event once and no rolled-back one, in whatever order transactions begin and commit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const userId = newId<UserId>();
      const writers = world(userId);
      let snapshot = await currentSnapshot(db);
      let position = positionOf(snapshot, new Date());
      const [seen, seenByPosition]: [string[], string[]] = [[], []];
      const read = async () => {
        const { rows, ...next } = await readEvents(db, snapshot);
        expect(next.isComplete).toBe(true);
        seen.push(...rows.map(({ kind }) => kind));
        snapshot = next.snapshot;
      };
      const readByPosition = async () => {
        const missed = await readMissed(db, { userId, isAdmin: false }, { after: position });
        seenByPosition.push(...missed.rows.map(({ kind }) => kind));
        position = missed.position;
      };
      for (const one of steps) {
        if (one.do === 'read') await read();
        else if (one.do === 'read by position') await readByPosition();
        else await writers.take(one);
      }
      await writers.endAll();
      await read();
      await readByPosition();
      expect(seen.toSorted()).toEqual(writers.committed.toSorted());
      expect(seenByPosition.toSorted()).toEqual(writers.committed.toSorted());
    }),
    { numRuns: 25 },
  );
});

test('the events of one transaction arrive together, in the order in which they were written', async () => {
  const userId = newId<UserId>();
  const before = await currentSnapshot(db);
  await db.transaction().execute(async (tx) => {
    for (const kind of ['test.first', 'test.second', 'test.third'])
      await writeEvent(tx, kind, { accountIds: [personalAccount(userId)] });
  });
  const { rows } = await readEvents(db, before);
  expect(rows.map(({ kind }) => kind)).toEqual(['test.first', 'test.second', 'test.third']);
});

test('a person’s reading hides who else may know an event, and stops when there are too many to send', async () => {
  const [userId, since] = [newId<UserId>(), await currentSnapshot(db)];
  const reader = { userId, isAdmin: false };
  await transact(db, (tx) =>
    writeEvent(tx, 'test.all', { accountIds: [personalAccount(userId), newId<AccountId>()] }),
  );
  for (const { rows } of [await readEvents(db, since, reader), await readRecent(db, 60, reader)])
    expect(rows.map(({ kind, readers }) => [kind, readers])).toEqual([['test.all', []]]);
  await db
    .insertInto('events')
    .values(Array.from({ length: MOST_SENT + 100 }, () => ({ kind: 'test.many', readers: [userId] })))
    .execute();
  expect((await readEvents(db, since, reader)).rows).toHaveLength(MOST_SENT + 1);
  expect((await readRecent(db, 60, reader)).rows).toHaveLength(MOST_SENT + 1);
  expect((await readMissed(db, reader, { seconds: 60 })).isComplete).toBe(false);
  expect((await readEvents(db, since)).rows).toHaveLength(MOST_SENT + 101);
});

test('a position that is forged or too old makes its page reload without a server error', async () => {
  const forged = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.bigInt(0n, 2n ** 66n), fc.bigInt(0n, 2n ** 66n), fc.array(fc.bigInt(0n, 2n ** 66n)))
      .map(([low, high, between]) => `${Math.floor(Date.now() / 1_000)}.${low}:${high}:${between.join(',')}`),
  );
  await fc.assert(
    fc.asyncProperty(forged, async (after) => {
      const { isComplete } = await readMissed(db, { userId: newId<UserId>(), isAdmin: false }, { after });
      if (snapshotOf(after, new Date()) === null) expect(isComplete).toBe(false);
    }),
    { numRuns: 40 },
  );
  for (const hours of [-25, 1]) {
    const other = positionOf(await currentSnapshot(db), new Date(Date.now() + hours * 3_600_000));
    const missed = await readMissed(db, { userId: newId<UserId>(), isAdmin: false }, { after: other });
    expect(missed.isComplete).toBe(false);
  }
});

test('a position of another database with higher transaction ids makes its page reload', async () => {
  const after = positionOf('900000000:900000001:', new Date());
  expect((await readMissed(db, { userId: newId<UserId>(), isAdmin: false }, { after })).isComplete).toBe(
    false,
  );
});
