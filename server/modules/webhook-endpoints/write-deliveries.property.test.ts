import fc from 'fast-check';
import { type ControlledTransaction, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { DB } from '#db/types.ts';
import { transact } from '#server/infra/transaction.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import { createActor } from '#server/testing/actor.ts';
import { webhookWorld } from '#server/testing/webhook-world.ts';
import { writeDeliveries } from './write-deliveries.job.ts';

const world = await webhookWorld();
const { db, clock } = world;
afterAll(() => world.close());
const write = () => writeDeliveries(db).run(clock.now());

const KINDS = ['payout.paid', 'payout.failed', 'earnings.changed'];
const step = fc.record({
  writer: fc.nat({ max: 3 }),
  kind: fc.constantFrom(...KINDS),
  readers: fc.subarray([0, 1, 2]),
  do: fc.constantFrom('write', 'write', 'commit', 'rollback', 'read', 'two read'),
});

/** Returns each delivery as "owner: event". */
async function delivered(): Promise<string[]> {
  const { rows } = await sql<{ owner: AccountId; event: string }>`
    select e.owner_id as owner, d.event_id as event from webhook_deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id`.execute(db);
  return rows.map(({ owner, event }) => `${owner}: ${event}`).sort();
}

test('delivers each event once to each endpoint that chose it and whose owner may see it, and to no other, however transactions overlap', async () => {
  const people = await Promise.all([0, 1, 2].map(() => createActor(db, { role: 'clipper' })));
  // The third person has an endpoint for other events, and the second has two.
  const wanted = [['payout.paid'], ['payout.paid', 'payout.failed'], ['payout.canceled']];
  for (const [index, person] of people.entries())
    await world.create(person, `https://hooks.example.com/${index}`, wanted[index]);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await db.deleteFrom('webhook_deliveries').execute();
      const open = new Map<number, ControlledTransaction<DB>>();
      for (const { writer, kind, readers, do: what } of steps) {
        if (what === 'read') await write();
        if (what === 'two read') await Promise.all([write(), write()]);
        if (what === 'write' && readers.length > 0) {
          const tx = open.get(writer) ?? (await db.startTransaction().execute());
          open.set(writer, tx);
          await writeEvent(tx, kind, { accountIds: readers.map((index) => people[index]!.accountId) });
        }
        if (what === 'commit' || what === 'rollback') {
          await open.get(writer)?.[what]().execute();
          open.delete(writer);
        }
      }
      for (const tx of open.values()) await tx.commit().execute();
      await Promise.all([write(), write()]);
      const { rows: events } = await sql<{ id: string; kind: string; readers: string[] }>`
        select id, kind, readers from events`.execute(db);
      const expected = events.flatMap(({ id, kind, readers }) =>
        people
          .filter(({ accountId }, index) => readers.includes(accountId) && wanted[index]!.includes(kind))
          .map(({ accountId }) => `${accountId}: ${id}`),
      );
      expect(await delivered()).toEqual(expected.sort());
      await db.deleteFrom('events').execute();
    }),
    { numRuns: 40 },
  );
});

test('delivers a transaction that began before an endpoint and commits after it, and none that committed before', async () => {
  const tess = await createActor(db, { role: 'clipper' });
  const late = await db.startTransaction().execute();
  await writeEvent(late, 'payout.paid', { accountIds: [tess.accountId] });
  await transact(db, (tx) => writeEvent(tx, 'payout.paid', { accountIds: [tess.accountId] }));
  const { id } = await world.create(tess, 'https://hooks.example.com/late');
  await write();
  expect(await world.log(tess, id)).toEqual([]);
  await late.commit().execute();
  await write();
  expect(await world.log(tess, id)).toHaveLength(1);
});

test('drops the position of another database, and reads all events without sending any twice', async () => {
  const tess = await createActor(db, { role: 'clipper' });
  const { id } = await world.create(tess, 'https://hooks.example.com/restored');
  await world.happens('payout.paid', tess);
  await write();
  const ahead = sql`(pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000)::text`;
  const snapshot = sql`(${ahead} || ':' || ${ahead} || ':')::pg_snapshot`;
  await sql`update webhook_positions set snapshot = ${snapshot}`.execute(db);
  await sql`update webhook_endpoints set listens_from = ${snapshot} where id = ${id}`.execute(db);
  await world.happens('payout.paid', tess);
  await write();
  await write();
  expect(await world.log(tess, id)).toHaveLength(2);
});

test('delivers nothing to people who were banned or have left', async () => {
  const [gone, banned] = [await world.person(), await world.person()];
  const ids: string[] = [];
  for (const person of [gone, banned])
    ids.push((await world.create(person, 'https://hooks.example.com/')).id);
  await world.owner
    .updateTable('users')
    .set({ closed_at: new Date() })
    .where('id', '=', gone.userId)
    .execute();
  await world.owner
    .updateTable('users')
    .set({ banned_at: new Date() })
    .where('id', '=', banned.userId)
    .execute();
  await world.happens('payout.paid', gone, banned);
  await write();
  const left = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', 'in', ids)
    .execute();
  expect(left).toEqual([]);
});
