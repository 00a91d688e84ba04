import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { TestActor } from '#server/testing/actor.ts';
import type { EventSource } from '#server/testing/event-source.ts';
import { figuresOf } from '#server/testing/figures.ts';
import { burstOf } from '#server/testing/runs.ts';
import { streamWorld } from '#server/testing/stream-world.ts';
import { createEventsModule } from './events.ts';
import { MOST_EVENTS } from './rules.ts';

const world = await streamWorld(createEventsModule);
const { startServer, write, person, opened } = world;
afterAll(() => world.close());

const MANY = Math.max(burstOf(10_000), 2 * MOST_EVENTS);

/** Writes `count` numbered events in one transaction, for each of the people in turn. */
const burst = (to: Database, people: readonly TestActor[], from: number, count: number) =>
  transact(to, (tx) =>
    sql`insert into events (kind, readers, subject_id)
      select 'test.burst', array[(${people.map(({ userId }) => userId)}::uuid[])[1 + n % ${people.length}::int]],
        ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
      from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(tx),
  );

/** Reads a stream until "test.last". Returns the numbers of a burst, and "reload" for each reload. */
async function givenTo(stream: EventSource): Promise<(number | 'reload')[]> {
  const given: (number | 'reload')[] = [];
  for (;;) {
    const message = await stream.next();
    if (!message || message.data?.kind === 'test.last') return given;
    given.push(message.event === 'reload' ? 'reload' : Number(message.data!.subjectId!.slice(-12)));
  }
}

/**
 * Returns the event numbers that the page did not receive although no reload replaced them, and those that
 * arrived late or twice.
 */
function faultsOf(given: readonly (number | 'reload')[], expected: readonly number[]): number[] {
  const faults: number[] = [];
  let at = 0;
  let isCovered = false;
  for (const one of given) {
    if (one === 'reload') isCovered = true;
    else {
      for (; expected[at]! < one; at++) if (!isCovered) faults.push(expected[at]!);
      if (expected[at] === one) at += 1;
      else faults.push(one);
      isCovered = false;
    }
  }
  return isCovered ? faults : [...faults, ...expected.slice(at)];
}

/**
 * Writes "test.last" until all streams have ended. The event is written repeatedly, because a reload may
 * replace it.
 */
async function end(to: Database, people: readonly TestActor[], given: Promise<unknown>): Promise<void> {
  let isOver = false;
  void given.then(() => {
    isOver = true;
  });
  while (!isOver) await write(to, 'test.last', ...people);
}

const from = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, at) => first + at * step);

test('detects missing, late and repeated events, and accepts a reload in their place', () => {
  expect(faultsOf([1, 2, 4], [1, 2, 3, 4])).toEqual([3]);
  expect(faultsOf([1, 'reload', 2, 4], [1, 2, 3, 4])).toEqual([3]);
  expect(faultsOf([1, 2], [1, 2, 3])).toEqual([3]);
  expect(faultsOf([1, 3, 2], [1, 2, 3])).toEqual([2, 2]);
  expect(faultsOf([1, 'reload', 4, 'reload'], [1, 2, 3, 4, 5])).toEqual([]);
});

test('a burst above the reading limit makes each page reload once, and later events still arrive', async () => {
  const server = await startServer();
  const [ann, ben] = [await person(), await person()];
  const [hers, his] = [await opened(server.url, ann), await opened(server.url, ben)];
  await burst(server.db, [ann], 0, MANY);
  const reload = await hers.next();
  expect(reload).toMatchObject({ event: 'reload', data: null });
  // Nobody knows the readers of events that were not read, so all pages reload.
  expect(await his.kinds(1)).toEqual(['reload']);
  await write(server.db, 'test.last', ann, ben);
  expect([await givenTo(hers), await givenTo(his)]).toEqual([[], []]);
  // The reload's position is after the whole burst.
  const again = await opened(server.url, ann, reload!.id!);
  expect(await again.kinds(1)).toEqual(['test.last']);
});

test('loses and reorders no event of a burst of many transactions, for one reader and for many', async () => {
  const server = await startServer();
  const people = await Promise.all(Array.from({ length: 40 }, () => person()));
  const streams = await Promise.all(people.map((one) => opened(server.url, one)));
  const all = Promise.all(streams.map(givenTo));
  // The transactions have one event, a few, or very many.
  for (let first = 0, size = 1; first < MANY; first += size, size = size > 3_000 ? 1 : size * 3)
    await burst(server.db, people, first, Math.min(size, MANY - first));
  const one = people[0]!;
  for (let first = 0; first < 2_000; first += 250) await burst(server.db, [one], MANY + first, 250);
  await end(server.db, people, all);
  const given = await all;
  for (const [at, what] of given.entries()) {
    const own = from(at, Math.ceil((MANY - at) / people.length), people.length);
    expect(faultsOf(what, at === 0 ? [...own, ...from(MANY, 2_000)] : own)).toEqual([]);
  }
  expect(await figuresOf(server.metrics, 'permille_stream_events_total')).toMatchObject({ too_slow: 0 });
});

test('a stream opened during a burst either reloads or gets every event', async () => {
  const server = await startServer();
  const ann = await person();
  const first = await opened(server.url, ann);
  await burst(server.db, [ann], 0, 1);
  const { id } = (await first.next())!;
  first.close();
  // Reads each stream from its start, because a stream whose client does not read is dropped.
  const read = async () => await givenTo(await opened(server.url, ann, id!));
  const all = Promise.all(Array.from({ length: 5 }, read));
  for (let at = 1; at < MANY; at += 200) await burst(server.db, [ann], at, Math.min(200, MANY - at));
  await end(server.db, [ann], all);
  for (const what of await all) expect(faultsOf(what, from(1, MANY - 1))).toEqual([]);
});
