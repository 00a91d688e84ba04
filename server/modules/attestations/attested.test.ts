import { afterAll, beforeAll, expect, test } from 'vitest';
import { momentText } from '#contract/dates.ts';
import { ATTESTATIONS_A_DAY } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { attestedWorld, screenshot } from '#server/testing/attested-clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

let database: TestDatabase;
let world: Awaited<ReturnType<typeof attestedWorld>>;
let ann: Actor;
let ben: Actor;
beforeAll(async () => {
  database = await testDatabase();
  world = await attestedWorld(database);
  ann = await testPerson(world.db, 'admin');
  ben = await testPerson(world.db, 'admin');
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const snapshots = (id: string) =>
  world.db
    .selectFrom('view_snapshots')
    .select(['views', 'source', 'fetched_at'])
    .where('submission_id', '=', id)
    .orderBy('fetched_at')
    .execute();

/** Returns the number of screenshots that wait for an admin. */
async function waitingOnPanel(): Promise<number> {
  const [panel] = testModules(world.db, world.clock, ['admin']);
  const api = await testApi(world.db, world.clock, [panel]);
  const { body } = await api.send('GET', '/api/admin/counts', { as: ann });
  await api.close();
  return body.inbox.screenshot;
}

test('a clip of a code-verified account counts what two people confirm of a screenshot, and is never polled', async () => {
  const { id, clipper, host } = await world.attestedClip(12_431);
  const sentAt = world.clock.now();
  const attestation = await world.show(id, clipper, 12_431);
  expect((await world.waiting(ann)).at(-1)).toMatchObject({
    id: attestation,
    state: 'match',
    isMine: false,
    history: [],
  });

  expect(await waitingOnPanel()).toBe(1);
  world.clock.advanceHours(5);
  expect((await world.confirm(ann, attestation, 12_431)).body).toEqual({ countedViews: null });
  expect(await world.tracked(id)).toMatchObject({ views: 0n, last_fetched_at: null, next_poll_at: null });
  expect((await world.confirm(ann, attestation, 12_431)).body.code).toBe('attestation_confirmed_by_you');
  expect((await world.waiting(ann)).at(-1)).toMatchObject({
    isMine: true,
    confirmations: [{ views: 12_431 }],
  });

  expect(await waitingOnPanel()).toBe(1);
  // The lower of the two confirmed figures counts, with the time at which the screenshot was sent.
  expect((await world.confirm(ben, attestation, 12_400)).body).toEqual({ countedViews: 12_400 });
  expect(await waitingOnPanel()).toBe(0);
  expect(await snapshots(id)).toEqual([{ views: 12_400n, source: 'screenshot', fetched_at: sentAt }]);
  expect(await world.tracked(id)).toMatchObject({
    views: 12_400n,
    eligible_views: 12_400n,
    next_poll_at: null,
  });
  const [row] = (await world.api.send('GET', '/api/host/submissions', { as: host })).body.rows;
  expect(row).toMatchObject({ views: 12_400, countLevel: 'attested' });
  expect((await world.confirm(await testPerson(world.db, 'admin'), attestation, 1)).body.code).toBe(
    'attestation_state',
  );
  await world.pass(24, 12);
  expect(await snapshots(id)).toHaveLength(1);
});

test('two concurrent confirmations of two people count twice, those of one person once', async () => {
  const { id, clipper } = await world.attestedClip(500);
  const attestation = await world.show(id, clipper, 500);
  const once = await Promise.all([1, 2, 3].map(() => world.confirm(ann, attestation, 500)));
  expect(once.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await world.tracked(id)).views).toBe(0n);
  const other = await world.show(id, clipper, 600);
  await Promise.all([world.confirm(ann, other, 600), world.confirm(ben, other, 600)]);
  expect((await world.tracked(id)).views).toBe(600n);
  expect(await snapshots(id)).toHaveLength(1);
});

test('only admins confirm, never the clip’s host or clipper, and no figure far below the report', async () => {
  const { id, clipper, host } = await world.attestedClip(1_000);
  const attestation = await world.show(id, clipper, 1_000);
  for (const person of [clipper, host]) {
    expect((await world.confirm(person, attestation, 1_000)).status).toBe(404);
    // Even with the admin role, the clipper who earns by the count and the host who pays for it may not
    // confirm it.
    expect((await world.confirm({ ...person, role: 'admin' }, attestation, 1_000)).status).toBe(404);
  }
  expect((await world.confirm(ann, attestation, 899)).body.code).toBe('attestation_figure_differs');
  await world.confirm(ann, attestation, 1_000);
  await world.db
    .updateTable('users')
    .set({ banned_at: world.clock.now() })
    .where('id', '=', ann.userId)
    .execute();
  await world.confirm(ben, attestation, 1_000);
  expect((await world.tracked(id)).views).toBe(0n);
  await world.db.updateTable('users').set({ banned_at: null }).where('id', '=', ann.userId).execute();
});

test('one refusal is enough, gives its reason, and allows another screenshot', async () => {
  const { id, clipper } = await world.attestedClip(70);
  const attestation = await world.show(id, clipper, 70);
  await world.confirm(ann, attestation, 70);
  expect((await world.refuse(ben, attestation, 'The picture shows another account.')).status).toBe(200);
  expect((await world.confirm(await testPerson(world.db, 'admin'), attestation, 70)).body.code).toBe(
    'attestation_state',
  );
  expect((await world.refuse(ann, attestation, 'Once more.')).body.code).toBe('attestation_state');
  expect(await world.shown(id, clipper)).toMatchObject({
    decision: 'refused',
    refusalNote: 'The picture shows another account.',
  });
  const notified = await world.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', clipper.userId)
    .execute();
  expect(notified).toContainEqual({ kind: 'submission.attestation_refused' });
  const next = await world.show(id, clipper, 80);
  await world.confirm(ann, next, 80);
  expect((await world.confirm(ben, next, 80)).body).toEqual({ countedViews: 80 });
});

test('one picture attests one count once, whatever the metadata of its file', async () => {
  const first = await world.attestedClip(40);
  const picture = screenshot(0xabcdef);
  expect((await world.send(first.id, first.clipper, picture)).status).toBe(200);
  // While the screenshot is undecided, the clipper may send it again with another figure.
  expect((await world.send(first.id, first.clipper, picture, 41)).status).toBe(200);
  await world.readAs('41 views');
  const { id } = await world.shown(first.id, first.clipper);
  await world.confirm(ann, id, 41);
  await world.confirm(ben, id, 41);
  expect((await world.send(first.id, first.clipper, picture, 900)).body.code).toBe('attestation_used_before');
  const second = await world.attestedClip(40);
  expect((await world.send(second.id, second.clipper, picture)).body.code).toBe('attestation_used_before');
});

test('a picture sent with two clips at the same moment attests one of them', async () => {
  for (let pair = 0; pair < 4; pair++) {
    const clips = [await world.attestedClip(40), await world.attestedClip(40)];
    const picture = screenshot(0xbbbb00 + pair);
    const sent = await Promise.all(clips.map(({ id, clipper }) => world.send(id, clipper, picture)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test('a clip accepts ten screenshots in 24 hours, and says when the next one is accepted', async () => {
  const { id, clipper } = await world.attestedClip(40);
  const first = world.clock.now();
  for (let sent = 0; sent < ATTESTATIONS_A_DAY; sent++) {
    expect((await world.send(id, clipper, screenshot(0xcccc00 + sent))).status).toBe(200);
    // The route's limit of ten a minute uses the real clock, so it is reset here.
    await world.db.deleteFrom('rate_limits').execute();
    world.clock.advanceHours(1);
  }
  const refused = await world.send(id, clipper, screenshot(0xcccc99));
  expect(refused).toMatchObject({ status: 429, body: { code: 'attestation_daily_limit' } });
  const free = momentText(first.getTime() + DAY);
  expect(refused.body.detail).toContain(`from ${free} on`);
  world.clock.advanceHours(24 - ATTESTATIONS_A_DAY);
  expect((await world.send(id, clipper, screenshot(0xcccc99))).status).toBe(200);
});

test('a confirmed count stays visible when a newer screenshot arrives, and a replaced screenshot never counts', async () => {
  const { id, clipper } = await world.attestedClip(100);
  const attestation = await world.show(id, clipper, 100);
  const { url } = await world.shown(id, clipper);
  await world.confirm(ann, attestation, 100);
  await world.confirm(ben, attestation, 100);
  world.clock.advanceHours(1);
  const second = await world.show(id, clipper, 300);
  expect((await world.attestations.send('GET', url, { as: clipper })).status).toBe(200);
  expect((await world.waiting(ann)).at(-1)).toMatchObject({ history: [{ views: 100, pictureUrl: url }] });
  await world.confirm(ann, second, 300);
  world.clock.advanceHours(1);
  const third = await world.show(id, clipper, 90);
  expect((await world.confirm(ben, second, 300)).body.code).toBe('attestation_state');
  // A figure below the earlier one is a valid count.
  await world.confirm(ann, third, 90);
  await world.confirm(ben, third, 90);
  expect(await world.tracked(id)).toMatchObject({ views: 90n, eligible_views: 90n });
});

test('a screenshot after the window only lowers the count, and a finished clip counts nothing more', async () => {
  const { id, clipper } = await world.attestedClip(100);
  const until = new Date(world.clock.now().getTime() + DAY);
  await world.db
    .updateTable('submissions')
    .set({ status: 'approved', approved_at: world.clock.now(), approved_how: 'host', tracking_until: until })
    .where('id', '=', id)
    .execute();
  const inTime = await world.show(id, clipper, 1_000);
  world.clock.advanceHours(30);
  await world.confirm(ann, inTime, 1_000);
  await world.confirm(ben, inTime, 1_000);
  expect((await world.tracked(id)).eligible_views).toBe(1_000n);
  const late = await world.show(id, clipper, 5_000);
  await world.confirm(ann, late, 5_000);
  await world.confirm(ben, late, 5_000);
  expect(await world.tracked(id)).toMatchObject({ views: 5_000n, eligible_views: 1_000n });
  const last = await world.show(id, clipper, 6_000);
  await world.pass(72, 24);
  // A clip with unconfirmed screenshots stays open as long as a clip that can't be counted.
  expect((await world.tracked(id)).state).toBe('polling');
  await world.confirm(ann, last, 6_000);
  await world.confirm(ben, last, 6_000);
  await world.pass(1, 1);
  expect(await world.tracked(id)).toMatchObject({ state: 'finished', eligible_views: 1_000n });
  expect((await world.send(id, clipper, screenshot(0x123456))).body.code).toBe('submission_state');
});

test('refuses a link of another account or a post older than the listing, and leaves content to people', async () => {
  const listing = await world.addListing({ tags: ['#ours'], disclosure: true });
  const clipper = await testPerson(world.db, 'clipper');
  await world.verify(clipper, 'mine.only');
  const check = async (url: string) =>
    (
      await world.api.send('POST', '/api/submissions/check', {
        as: clipper,
        body: { listingId: listing.id, url },
      })
    ).body;
  const failed = ({ checks }: { checks: { state: string; code: string }[] }) =>
    checks.filter(({ state }) => state === 'failed').map(({ code }) => code);
  expect(failed(await check(world.linkOf('another')))).toEqual(['post_not_yours']);
  const before = new Date(world.clock.now().getTime() - 3 * HOUR);
  expect(failed(await check(world.linkOf('mine.only', before)))).toEqual(['post_too_early']);
  const future = new Date(world.clock.now().getTime() + HOUR);
  expect(failed(await check(world.linkOf('mine.only', future)))).toEqual(['post_not_found']);
  const fit = await check(world.linkOf('Mine.Only'));
  expect(fit).toMatchObject({ passes: true, post: { countLevel: 'attested', views: null } });
  const left = (name: string) => fit.checks.find((one: { check: string }) => one.check === name);
  const people = [
    ['post', 'Checked by the host.'],
    ['owner', 'Checked by two reviewers, on the screenshot that you send.'],
    ['disclosure', 'Checked by the host.'],
  ] as const;
  for (const [name, message] of people) expect(left(name)).toMatchObject({ state: 'not_reached', message });
});

test('refuses screenshots while the account is disconnected', async () => {
  const { id, clipper } = await world.attestedClip(10);
  const { rows } = (await world.api.send('GET', '/api/connections', { as: clipper })).body;
  await world.api.send('DELETE', `/api/connections/${rows[0].id}`, { as: clipper });
  expect((await world.send(id, clipper, screenshot(0x777777))).body.code).toBe('account_not_connected');
  await world.verify(clipper, rows[0].handle);
  expect((await world.send(id, clipper, screenshot(0x777777))).status).toBe(200);
});
