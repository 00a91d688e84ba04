import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { MINUTE, systemClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { createLog } from '#server/infra/log.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { openEvents } from '#server/testing/event-source.ts';
import { figuresOf } from '#server/testing/figures.ts';
import { createEventsModule } from './events.ts';
import { writeEvent } from './write-event.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

test('metrics count open streams, waiting events and delivered events', async () => {
  const ann = await createActor(db, { role: 'clipper' });
  const own = createDatabase(t.appUrl, { max: 4 });
  // This module is woken only by its own process's commits, so events of another process wait.
  const module = createEventsModule({
    ...{ db: own.db, log: createLog('silent'), listen: null, mostConnections: 100 },
    limits: { everyMs: 10 * MINUTE },
  });
  const server = await createTestServer({ db: own.db, clock: systemClock, modules: [module] });
  onTestFinished(async () => {
    await server.close();
    await own.close();
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const read = async (name: string) => (await figuresOf(module.metrics, name))[''];
  const given = () => figuresOf(module.metrics, 'permille_stream_events_total');
  const write = (to: typeof db) =>
    transact(to, (tx) => writeEvent(tx, 'test.happened', { accountIds: [ann.accountId] }));

  await write(db);
  expect(await read('permille_event_streams')).toBe(0);
  expect(await read('permille_events_waiting')).toBe(0);
  const { port } = server.server.address() as AddressInfo;
  const stream = await openEvents(`http://127.0.0.1:${port}`, ann.headers);
  onTestFinished(stream.close);
  expect(await stream.kinds(1)).toEqual(['retry']);
  expect(await read('permille_event_streams')).toBe(1);

  // Fills the queue with events that the stream missed. The catch-up may still read the first of them.
  let written = 0;
  for (; (await read('permille_events_waiting')) !== 3; written++) await write(db);
  await write(own.db);
  expect(await stream.kinds(written + 1)).toHaveLength(written + 1);
  expect(await read('permille_events_waiting')).toBe(0);
  expect(await given()).toEqual({ event: written + 1, reload: 0, too_slow: 0 });
});
