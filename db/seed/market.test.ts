import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { collect, type Named } from '#server/testing/facts/collect.ts';
import { places } from '#server/testing/facts/places.ts';
import { compare, type Role, type Statement } from '#server/testing/facts/statements.ts';
import { actorOf, expectSpecifiedFigures, seededDemo } from '#server/testing/seeded-demo.ts';

const MARKET_LIMIT_MS = 180_000;
const CLIPS = 60;

let demo: Awaited<ReturnType<typeof seededDemo>>;
beforeAll(async () => {
  demo = await seededDemo(new Date('2027-03-01T00:01:00Z'), { spread: true });
}, MARKET_LIMIT_MS);
afterAll(() => demo.close());

async function countBy(table: 'users' | 'listings' | 'payouts', column: string) {
  const { rows } = await sql<{ of: string; n: number }>`
    select ${sql.ref(column)} as of, count(*)::int as n from ${sql.table(table)} group by 1`.execute(demo.db);
  return Object.fromEntries(rows.map(({ of, n }) => [of, n]));
}

it('has a market around the demo accounts: people, listings of every state, money on its way', async () => {
  await expectSpecifiedFigures(demo);
  expect((await reconcile(demo.db)).ok).toBe(true);
  expect(await countBy('users', 'role')).toEqual({ host: 10, clipper: 40 });
  const states = await countBy('listings', 'state');
  expect(Object.values(states).reduce((a, b) => a + b)).toBe(60);
  expect(Object.keys(states).sort()).toEqual(['active', 'ended', 'paused', 'settled']);
  expect(Object.keys(await countBy('listings', 'pause_reason'))).toEqual(
    expect.arrayContaining(['host', 'exhausted']),
  );
  expect(await countBy('payouts', 'state')).toMatchObject({
    failed: 1,
    requested: 2,
    paid: expect.any(Number),
  });
});

it('has waiting clips of every score, one hold and one appeal, and nothing late', async () => {
  const { db, clock } = demo;
  const pending = await db
    .selectFrom('submissions as s')
    .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
    .select(['t.score', 's.decide_by', 's.clipper_id'])
    .where('s.status', '=', 'pending')
    .where('t.band', '<>', 'not_enough_data')
    .orderBy('t.score')
    .execute();
  expect(pending.length).toBeGreaterThanOrEqual(10);
  expect(new Set(pending.map((clip) => clip.clipper_id)).size).toBeGreaterThan(3);
  expect(pending[0]!.score).toBeLessThan(8);
  expect(pending.at(-1)!.score).toBeGreaterThanOrEqual(60);
  // On the first evening no decision is late; the nightly reset recreates everything.
  expect(pending.filter((clip) => clip.decide_by < after(clock.now(), 8 * HOUR))).toEqual([]);
  const open = await db
    .selectFrom('fraud_holds as h')
    .innerJoin('submissions as s', 's.id', 'h.submission_id')
    .select(['h.reason'])
    .where('h.state', '=', 'open')
    .where('s.status', '=', 'pending')
    .execute();
  expect(open).toEqual([{ reason: expect.stringMatching(/\w{3}/) }]);
  const appeals = await db.selectFrom('appeals').select('state').execute();
  expect(appeals).toEqual([{ state: 'open' }]);
});

it('the demo host decides about clips of at least four people, one of them held, and still does after a day', async () => {
  const { db, clock, demoIds } = demo;
  const queue = await db
    .selectFrom('submissions as s')
    .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select(['t.score', 't.band', 's.decide_by', 's.clipper_id'])
    .where('l.host_id', '=', demoIds.host)
    .where('s.status', '=', 'pending')
    .orderBy('t.score')
    .execute();
  expect(new Set(queue.map((clip) => clip.clipper_id)).size).toBeGreaterThanOrEqual(4);
  const judged = queue.filter(({ band }) => band !== 'not_enough_data');
  expect(judged[0]!.score).toBeLessThan(5);
  expect(judged.at(-1)).toMatchObject({ score: 64, band: 'hold' });
  expect(queue.filter((clip) => clip.decide_by < after(clock.now(), 30 * HOUR))).toEqual([]);
});

it('has a card payment in dispute whose host and admin see the reason, and the deadline of the evidence', async () => {
  const [deposit] = await demo.db
    .selectFrom('deposits')
    .selectAll()
    .where('state', '=', 'disputed')
    .execute();
  const host = actorOf(deposit!.host_id, 'host');
  const admin = await testPerson(demo.db, 'admin');
  const read = async (path: string, as: typeof host) => (await demo.api.send('GET', path, { as })).body;
  const page = await read(`/api/admin/deposits/${deposit!.id}`, admin);
  expect(page).toMatchObject({ hostUsername: 'quietboard', state: 'disputed', amountMicros: '180000000' });
  const { dispute } = page;
  expect(dispute).toMatchObject({ reason: 'fraudulent', hasEvidence: false, outcome: null });
  expect(new Date(dispute.evidenceDueAt).getTime()).toBeGreaterThan(
    after(demo.clock.now(), 7 * 24 * HOUR).getTime(),
  );
  const [shown] = (await read('/api/host/deposits', host)).rows;
  expect(shown).toMatchObject({ id: deposit!.id, state: 'disputed', dispute });
  expect((await read('/api/admin/deposits?waiting=true', admin)).rows).toHaveLength(1);
});

interface Clip {
  id: string;
  listing_id: string;
  clipper_id: AccountId;
  clipper: AccountId;
  host_id: AccountId;
  host: AccountId;
}

/** Picks clips of the market, including all that were not approved. */
async function chooseClips(): Promise<Clip[]> {
  const { rows } = await sql<Clip>`
    select s.id, s.listing_id, s.clipper_id, c.username as clipper, l.host_id, h.username as host
    from submissions s join listings l on l.id = s.listing_id
    join profiles c on c.user_id = s.clipper_id join profiles h on h.user_id = l.host_id
    where l.host_id <> ${demo.demoIds.host}
    order by row_number() over (partition by s.status order by s.id desc), s.id limit ${CLIPS}`.execute(
    demo.db,
  );
  return rows;
}

const unique = <Id extends string>(values: Id[]): Id[] => [...new Set(values)];

const namedBy = (clips: Clip[]): Named => ({
  clip: clips.map(({ id }) => id),
  listing: unique(clips.map((clip) => clip.listing_id)),
  person: unique(clips.flatMap((clip) => [clip.clipper_id, clip.host_id])),
  clipper: unique(clips.map(({ clipper }) => clipper)),
  host: unique(clips.map(({ host }) => host)),
});

/** Collects all statements about these clips to everybody concerned, to admins and to visitors. */
async function collectAll(clips: Clip[]): Promise<Statement[]> {
  const { db, api } = demo;
  const admin = await testPerson(db, 'admin');
  const readAs = (actor: typeof admin | null) =>
    async function read(_as: Role, url: string): Promise<Record<string, unknown>> {
      const reply = await api.send('GET', url, actor ? { as: actor } : {});
      expect(reply.status, url).toBe(200);
      if (!reply.body) return { rows: parse(reply.bytes, { columns: true, bom: true }) };
      if (!reply.body.nextCursor) return reply.body;
      const next = new URL(url, 'http://localhost');
      next.searchParams.set('cursor', reply.body.nextCursor);
      const rest = (await read(_as, next.pathname + next.search)) as { rows: unknown[] };
      return { ...reply.body, rows: [...reply.body.rows, ...rest.rows] };
    };
  const of = (role: Role) => places.filter(({ as, url }) => as === role && !url.startsWith('/dev/'));
  const statements = [
    ...(await collect(of('admin'), { read: readAs(admin), named: namedBy(clips), own: {} })),
    ...(await collect(of('visitor'), { read: readAs(null), named: namedBy(clips), own: {} })),
  ];
  for (const role of ['clipper', 'host'] as const) {
    for (const id of unique(clips.map((clip) => clip[`${role}_id`]))) {
      const own = clips.filter((clip) => clip[`${role}_id`] === id);
      const reader = { read: readAs(actorOf(id, role)), named: namedBy(own), own: { [role]: own[0]![role] } };
      statements.push(...(await collect(of(role), reader)));
    }
  }
  return statements;
}

it('states the same about each of 60 clips, its listing and its people in every reply of every role', async () => {
  const clips = await chooseClips();
  expect(clips).toHaveLength(CLIPS);
  const statements = await collectAll(clips);
  const { contradictions, places: by } = compare(statements);
  expect(contradictions).toEqual([]);
  // These facts are on pages of the clipper, the host and an admin.
  for (const fact of ['views', 'status', 'earned', 'poster', 'submitted', 'nextBy'])
    expect(by.get(`clip: ${fact}`)?.size, fact).toBeGreaterThan(4);
});

it(
  'has the specified figures again after a reset',
  async () => {
    await demo.reset();
    await expectSpecifiedFigures(demo);
  },
  MARKET_LIMIT_MS,
);
