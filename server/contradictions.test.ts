import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { DAY } from './infra/clock.ts';
import { newsMails } from './modules/notifications/notifications.ts';
import { deadlinesJob } from './modules/submissions/deadlines.job.ts';
import { testKey } from './testing/api-keys.ts';
import { collect } from './testing/facts/collect.ts';
import { places } from './testing/facts/places.ts';
import { compare, type Role, type Statement } from './testing/facts/statements.ts';
import { factsWorld } from './testing/facts/world.ts';
import { testMails } from './testing/mails.ts';

const { clock, database, named, own, read, collectAll, stop } = await factsWorld();
let stated: Statement[];
beforeAll(async () => {
  const pin = { listing_id: named.listing[0]!, pinned_at: clock.now() };
  const pins = [12, 95].map((second) => ({ ...pin, second, label: `Second ${second}` }));
  await database.db.insertInto('listing_pins').values(pins).execute();
  stated = await collectAll();
});
afterAll(stop);

test('every reply, file, export, notice and mail of every role states the same facts of each clip, listing and person', async () => {
  const { contradictions, places: by } = compare(stated);
  expect(contradictions).toEqual([]);
  const [some] = stated;
  const wrong = { ...some!, value: 'another', where: 'one page' };
  expect(compare([...stated, wrong]).contradictions).toEqual([expect.stringContaining('one page')]);
  // A fact that only one place states can't contradict anything, so every fact must be stated twice.
  expect([...by].filter(([, where]) => where.size < 2).map(([name]) => name)).toEqual([]);
});

test('a program reads the same facts at /api/v1 as the pages', async () => {
  const whose = { host: named.host[0]!, clipper: named.clipper[0]! };
  const few = { ...named, clip: named.clip.slice(0, 3), listing: named.listing.slice(0, 3) };
  const byPrograms: Statement[] = [];
  for (const place of places) {
    const { as } = place;
    const scope = scopeOf(place.url);
    // Files are left out, because their reads are limited per minute and each file has the same rows as its
    // list.
    if ((as !== 'host' && as !== 'clipper') || !scope || place.url.endsWith('.csv')) continue;
    const { id } = await database.db
      .selectFrom('profiles')
      .select('user_id as id')
      .where('username', '=', whose[as])
      .executeTakeFirstOrThrow();
    // Each place is read with a new key, because the calls of one key are limited per minute.
    const { headers } = await testKey(database.db, id, [scope]);
    const versioned = { ...place, url: place.url.replace('/api/', '/api/v1/') };
    const byKey = (_as: Role, url: string) => read(url, headers);
    byPrograms.push(...(await collect([versioned], { read: byKey, named: few, own })));
  }
  expect(new Set(byPrograms.map(({ where }) => where)).size).toBeGreaterThan(10);
  expect(compare([...stated, ...byPrograms]).contradictions).toEqual([]);
});

/** Returns the scope that a program needs to read this URL; null when no program may read it. */
const scopeOf = (url: string) =>
  Object.values<RouteSpec>(everyRoute).find(
    ({ method, path }) =>
      method === 'GET' && new RegExp(`^${path.replace(/:\w+/g, ':\\w+')}$`).test(url.split('?')[0]!),
  )?.scope ?? null;

test("the facts still agree when the clips' deadlines have passed and everybody was notified", async () => {
  // Only these jobs run, because all jobs would count every post of three days.
  clock.advance(3 * DAY);
  await deadlinesJob(database.db).run(clock.now());
  await newsMails({ db: database.db, ...testMails }).run(clock.now());
  const { contradictions, places: by } = compare(await collectAll());
  expect(contradictions).toEqual([]);
  expect([...by.get('clip: decideByText')!]).toEqual(
    expect.arrayContaining(['clipper /api/notifications', 'host /api/notifications', 'visitor /dev/outbox']),
  );
});
