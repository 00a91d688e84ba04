import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPENINGS_PER_MINUTE, RESULT_LINKS_MAX } from '#contract/listing-results/result-links.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type TestListing, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { testHold } from '#server/testing/questions.ts';
import { forgetExpired } from './forget-expired.job.ts';
import { eraseResultLinks } from './listing-results.ts';

const t = await testDatabase();
const { db } = t;
const start = new Date('2026-03-02T08:30:00Z');
const clock = new MovableClock({ frozenAt: start });
const api = await testApi(db, clock, testModules(db, clock, ['listing-results']));
afterAll(async () => {
  await api.close();
  await t.close();
});

let host: Actor;
let listing: TestListing;
let open: Actor;
let hidden: Actor;

const usernameOf = async ({ accountId }: Actor): Promise<string> =>
  (
    await db
      .selectFrom('profiles')
      .select('username')
      .where('user_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).username;

const make = (as: Actor, listingId: string, days: number | null = null) =>
  api.send('POST', `/api/host/listings/${listingId}/result-links`, { as, body: { days } });
const list = (as: Actor, listingId: string) =>
  api.send('GET', `/api/host/listings/${listingId}/result-links`, { as });
const revoke = (as: Actor, id: string) => api.send('DELETE', `/api/host/result-links/${id}`, { as });
const read = (token: string, as?: Actor) =>
  api.send('POST', '/api/shared-results', { body: { token }, ...(as && { as }) });

/** Makes a link; returns its id and token. */
async function share(days: number | null = null): Promise<{ id: string; token: string }> {
  const { body } = await make(host, listing.id, days);
  return { id: body.id, token: body.url.split('#')[1] };
}

beforeAll(async () => {
  [host, open, hidden] = [
    await testPerson(db, 'host'),
    await testPerson(db, 'clipper'),
    await testPerson(db, 'clipper'),
  ];
  listing = await testListing(db, start, { hostId: host.accountId });
  const clip = (by: Actor, views: number) =>
    testClip(db, { listingId: listing.id, clipperId: by.accountId, approvedAt: after(start, HOUR), views });
  await clip(open, 2_000);
  await clip(hidden, 3_000);
  const held = await clip(open, 9_000);
  await testHold(db, held, start, { fromViews: 0, toViews: 9_000 });
  const halfHeld = await clip(open, 5_000);
  await testHold(db, halfHeld, start, { fromViews: 1_000, toViews: 5_000 });
  await db
    .updateTable('profiles')
    .set({ earnings_hidden: true })
    .where('user_id', '=', hidden.accountId)
    .execute();
  while ((await settle(db, after(start, HOUR), { listingId: listing.id })).listingIds.length > 0);
  clock.advance(DAY);
});

describe('POST /api/shared-results', () => {
  test('shows the results to anyone with the link: a visitor, another host, a clipper whom the host blocked', async () => {
    const { token } = await share();
    const blocked = await testPerson(db, 'clipper');
    await db
      .insertInto('clipper_blocks')
      .values({ host_id: host.accountId, clipper_id: blocked.accountId, blocked_at: start } as never)
      .execute();
    const visitor = await read(token);
    expect(visitor.status).toBe(200);
    expect(visitor.body.results.totals).toMatchObject({ clips: 4, spentMicros: '12000000' });
    for (const as of [await testPerson(db, 'host'), blocked, open])
      expect((await read(token, as)).body).toEqual(visitor.body);
  });

  test('429 refuses a link that everybody together opened more than 30 times in a minute, and no other link', async () => {
    const [{ token }, other] = [await share(), await share()];
    const readers = [await testPerson(db, 'host'), await testPerson(db, 'clipper')];
    let refused = await read(token, open);
    // A minute may end within the loop, so it is twice as long as the limit.
    for (let i = 0; i < 2 * OPENINGS_PER_MINUTE && refused.status === 200; i++)
      refused = await read(token, readers[i % 2]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await read(other.token, readers[0])).status).toBe(200);
  });

  test('names no email, balance, id of a person or verdict, and no other listing', async () => {
    await testListing(db, start, { hostId: host.accountId });
    const { token } = await share();
    const { body } = await read(token);
    const text = JSON.stringify(body);
    for (const { email, accountId } of [host, open, hidden]) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(accountId);
    }
    expect(Object.keys(body).sort()).toEqual(
      [
        'title',
        'hostUsername',
        'state',
        'rateCentsPerMille',
        'budget',
        'createdAt',
        'drawnAt',
        'results',
      ].sort(),
    );
    expect(text).not.toMatch(/balance|hold|score|band|verdict|pauseReason/i);
  });

  test('states only paid views of each clip, clipper, platform and hour, so that a hold on views does not show', async () => {
    const { token } = await share();
    const { bestClips, clippers, platforms, hours } = (await read(token)).body.results;
    expect(bestClips.map(({ views, paidViews }: Record<string, number>) => [views, paidViews])).toEqual([
      [3_000, 3_000],
      [2_000, 2_000],
      [1_000, 1_000],
    ]);
    for (const { views, paidViews } of [...clippers, ...platforms, ...hours]) expect(views).toBe(paidViews);
  });

  test('names no clipper who hides earnings, is banned or left, and shows no text, link or picture of their clips', async () => {
    const { token } = await share();
    const { bestClips, clippers } = (await read(token)).body.results;
    const secret = await usernameOf(hidden);
    expect(JSON.stringify({ bestClips, clippers })).not.toContain(secret);
    expect(bestClips[0]).toMatchObject({ clipperUsername: null, caption: '', url: null, posterUrl: null });
    expect(bestClips[1]).toMatchObject({ clipperUsername: await usernameOf(open), url: expect.any(String) });
    await db.updateTable('users').set({ banned_at: start }).where('id', '=', open.userId).execute();
    expect(JSON.stringify((await read(token)).body)).not.toContain(await usernameOf(open));
    await db.updateTable('users').set({ banned_at: null }).where('id', '=', open.userId).execute();
  });

  test('shows no text and no link of a clip whose post the clipper deleted, and only the day of each post', async () => {
    const { token } = await share();
    const before = (await read(token)).body.results.bestClips;
    for (const { postedAt } of before) expect(postedAt).toMatch(/T00:00:00\.000Z$/);
    const ofOpen = before.findIndex(({ url }: { url: string | null }) => url !== null);
    const gone = { missing_since: start };
    await db.updateTable('clip_tracking').set(gone).where('submission_id', '=', before[ofOpen].id).execute();
    expect((await read(token)).body.results.bestClips[ofOpen]).toMatchObject({ caption: '', url: null });
    const back = { missing_since: null };
    await db.updateTable('clip_tracking').set(back).where('submission_id', '=', before[ofOpen].id).execute();
  });

  test('404 is the same for wrong, altered, unsigned, revoked and expired tokens, and for a host who is banned or a removed listing', async () => {
    const [working, revoked, expired] = [await share(), await share(), await share(7)];
    expect((await revoke(host, revoked.id)).status).toBe(200);
    const replies = [
      await read(''),
      await read('nonsense'),
      await read(`${'A'.repeat(43)}.${'A'.repeat(43)}`),
      await read(`${working.token.slice(0, -2)}xx`),
      await read(working.token.split('.')[0]!),
      await read(revoked.token),
    ];
    clock.advance(7 * DAY);
    replies.push(await read(expired.token));
    await db.updateTable('users').set({ banned_at: start }).where('id', '=', host.userId).execute();
    replies.push(await read(working.token));
    await db.updateTable('users').set({ banned_at: null }).where('id', '=', host.userId).execute();
    await db.updateTable('listings').set({ state: 'removed' }).where('id', '=', listing.id).execute();
    replies.push(await read(working.token));
    await db.updateTable('listings').set({ state: 'active' }).where('id', '=', listing.id).execute();
    for (const { status, body } of replies) expect([status, body]).toEqual([404, replies[0]!.body]);
    expect((await read(working.token)).status).toBe(200);
  });

  test('stores a hash of the token, and the address of the page keeps the token from servers', async () => {
    const { body } = await make(host, listing.id);
    const [page, token] = body.url.split('#');
    expect(page).toMatch(/\/shared-results$/);
    const stored = JSON.stringify(await db.selectFrom('result_links').selectAll().execute());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(token.split('.')[0]);
  });

  test('429 refuses more than 60 readings per minute from one address', async () => {
    let status = 200;
    for (let i = 0; i < 70 && status !== 429; i++) ({ status } = await read('nonsense'));
    expect(status).toBe(429);
    await db.deleteFrom('rate_limits').execute();
  });
});

describe('the host’s links', () => {
  test('are listed with maker, end and last opening, newest first', async () => {
    await transact(db, (tx) => eraseResultLinks(tx, host.accountId));
    const first = await share(30);
    clock.advance(HOUR);
    const second = await share();
    await read(first.token);
    const { body } = await list(host, listing.id);
    const now = clock.now();
    expect(body.rows).toEqual([
      {
        id: second.id,
        createdAt: now.toISOString(),
        madeBy: await usernameOf(host),
        expiresAt: null,
        isExpired: false,
        lastOpenedAt: null,
      },
      expect.objectContaining({
        id: first.id,
        expiresAt: after(now, 30 * DAY - HOUR).toISOString(),
        lastOpenedAt: now.toISOString(),
      }),
    ]);
  });

  test('404 is the same for the listing or link of another host as for none', async () => {
    const other = await testPerson(db, 'host');
    const { id } = await share();
    const none = await list(other, newId());
    expect(none.status).toBe(404);
    for (const reply of [
      await list(other, listing.id),
      await make(other, listing.id),
      await make(other, newId()),
      await revoke(other, id),
      await revoke(other, newId()),
    ])
      expect([reply.status, reply.body]).toEqual([404, none.body]);
    expect((await list(host, listing.id)).body.rows.map((row: { id: string }) => row.id)).toContain(id);
  });

  test('409 refuses more links than a listing can have', async () => {
    await transact(db, (tx) => eraseResultLinks(tx, host.accountId));
    for (let i = 0; i < RESULT_LINKS_MAX; i++) expect((await make(host, listing.id)).status).toBe(200);
    const full = await make(host, listing.id);
    expect([full.status, full.body.code]).toEqual([409, 'result_links_full']);
  });

  test('are deleted a month after they expired, and with the account', async () => {
    await transact(db, (tx) => eraseResultLinks(tx, host.accountId));
    await share(7);
    const lasting = await share();
    clock.advance(36 * DAY);
    await forgetExpired(db).run(clock.now());
    expect((await list(host, listing.id)).body.rows).toHaveLength(2);
    clock.advance(2 * DAY);
    await forgetExpired(db).run(clock.now());
    expect((await list(host, listing.id)).body.rows).toMatchObject([{ id: lasting.id }]);
    await transact(db, (tx) => eraseResultLinks(tx, host.accountId));
    expect((await read(lasting.token)).status).toBe(404);
  });
});
