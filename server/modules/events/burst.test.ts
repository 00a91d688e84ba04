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

/** Writes events with these numbers in one transaction, each for one of the people in turn. */
const burst = (to: Database, people: readonly TestActor[], from: number, count: number) =>
  transact(to, (tx) =>
    sql`insert into events (kind, readers, subject_id)
      select 'test.burst', array[(${people.map(({ userId }) => userId)}::uuid[])[1 + n % ${people.length}::int]],
        ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
      from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(tx),
  );

/** What a stream is given up to an event "test.last": numbers of a burst, and "reload" in their place. */
async function givenTo(stream: EventSource): Promise<(number | 'reload')[]> {
  const given: (number | 'reload')[] = [];
  for (;;) {
    const message = await stream.next();
    if (!message || message.data?.kind === 'test.last') return given;
    given.push(message.event === 'reload' ? 'reload' : Number(message.data!.subjectId!.slice(-12)));
  }
}

/** Numbers that neither came nor are covered by a reload in their place, and those that came late or twice. */
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

/** Ends what these streams are given. A reload may stand for the event that does it, which is then written once more. */
async function end(to: Database, people: readonly TestActor[], given: Promise<unknown>): Promise<void> {
  let isOver = false;
  void given.then(() => {
    isOver = true;
  });
  while (!isOver) await write(to, 'test.last', ...people);
}

const from = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, at) => first + at * step);

test('what this test takes for a loss is one', () => {
  expect(faultsOf([1, 2, 4], [1, 2, 3, 4])).toEqual([3]);
  expect(faultsOf([1, 'reload', 2, 4], [1, 2, 3, 4])).toEqual([3]);
  expect(faultsOf([1, 2], [1, 2, 3])).toEqual([3]);
  expect(faultsOf([1, 3, 2], [1, 2, 3])).toEqual([2, 2]);
  expect(faultsOf([1, 'reload', 4, 'reload'], [1, 2, 3, 4, 5])).toEqual([]);
});

test('a burst that is more than anyone reads has each page load anew, once, and what comes after it arrives', async () => {
  const server = await startServer();
  const [ann, ben] = [await person(), await person()];
  const [hers, his] = [await opened(server.url, ann), await opened(server.url, ben)];
  await burst(server.db, [ann], 0, MANY);
  const reload = await hers.next();
  expect(reload).toMatchObject({ event: 'reload', data: null });
  // Whose events there are can't be told without reading them.
  expect(await his.kinds(1)).toEqual(['reload']);
  await write(server.db, 'test.last', ann, ben);
  expect([await givenTo(hers), await givenTo(his)]).toEqual([[], []]);
  // The position of the reload has all of the burst behind it.
  const again = await opened(server.url, ann, reload!.id!);
  expect(await again.kinds(1)).toEqual(['test.last']);
});

test('of a burst in many transactions nothing is lost and nothing overtakes, for one reader and for many', async () => {
  const server = await startServer();
  const people = await Promise.all(Array.from({ length: 40 }, () => person()));
  const streams = await Promise.all(people.map((one) => opened(server.url, one)));
  const all = Promise.all(streams.map(givenTo));
  // In transactions of one event, of a few and of very many.
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

test('who comes while a burst is written is told to load anew, or given all of it', async () => {
  const server = await startServer();
  const ann = await person();
  const first = await opened(server.url, ann);
  await burst(server.db, [ann], 0, 1);
  const { id } = (await first.next())!;
  first.close();
  // Each reads from its beginning on: who reads nothing is dropped, and comes back.
  const read = async () => await givenTo(await opened(server.url, ann, id!));
  const all = Promise.all(Array.from({ length: 5 }, read));
  for (let at = 1; at < MANY; at += 200) await burst(server.db, [ann], at, Math.min(200, MANY - at));
  await end(server.db, [ann], all);
  for (const what of await all) expect(faultsOf(what, from(1, MANY - 1))).toEqual([]);
});
