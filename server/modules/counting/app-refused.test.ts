import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY } from '#server/infra/clock.ts';
import { accessCheck, findAppRefusals } from '#server/modules/connections/connections.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
beforeEach(async () => {
  await world.forgetPeople();
  await world.db.deleteFrom('app_refusals').execute();
});
afterEach(async () => {
  for (const service of ['instagram', 'youtube', 'tiktok'] as const) await refuse(service, null);
});
afterAll(world.close);

type Platform = 'instagram' | 'youtube' | 'tiktok';

const steady = Array.from({ length: 12 }, (_, at) => ({
  hours: at * 24,
  views: at * 9_000,
  likes: at * 500,
  comments: at,
  shares: at,
}));

/** Creates this many clippers, each with one counted clip on the platform. */
async function clippers(platform: Platform, most: number) {
  const listing = await world.addListing();
  const people = [];
  for (let at = 0; at < most; at += 1) {
    const account = await world.addAccount(platform);
    const { id } = await world.submitPost(account, listing.id, { curve: steady });
    const own = world.db
      .selectFrom('connections')
      .selectAll()
      .where('user_id', '=', account.clipper.accountId);
    people.push({ ...account, clipId: id, connection: await own.executeTakeFirstOrThrow() });
  }
  await world.pass(2);
  return people;
}
type Person = Awaited<ReturnType<typeof clippers>>[number];

const refuse = (service: Platform, error: string | null, accountId?: string) =>
  world.simulator.setRefusal({ service, error, minutes: 30 * 24 * 60, ...(accountId && { accountId }) });
const tracking = (id: string) =>
  world.db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', id).executeTakeFirstOrThrow();
const stateOf = async ({ connection }: Person) =>
  (
    await world.db
      .selectFrom('connections')
      .select('state')
      .where('id', '=', connection.id)
      .executeTakeFirstOrThrow()
  ).state;
const noticesOf = async (people: Person[]) =>
  await world.db
    .selectFrom('notifications')
    .select('kind')
    .where(
      'user_id',
      'in',
      people.map(({ clipper }) => clipper.userId),
    )
    .where('kind', 'in', ['connection.dead', 'submission.unreadable', 'submission.gone'])
    .execute();
const troubleOf = async ({ clipper, clipId }: Person) =>
  (await world.api.send('GET', `/api/clips/${clipId}`, { as: clipper })).body.trouble;
const health = () => accessCheck(world.db, world.clock).problem();

describe.each([
  ['instagram', 'appDeleted', false],
  ['instagram', 'appBlocked', false],
  ['instagram', 'appIdle', false],
  ['instagram', 'secretWrong', false],
  ['instagram', 'appUnknown', false],
  ['youtube', 'accessNotConfigured', false],
  ['youtube', 'keyUnknown', false],
  ['youtube', 'keyRestricted', false],
  ['youtube', 'projectSuspended', false],
  ['instagram', 'noPermission', true],
  ['instagram', 'permissionRemoved', true],
  ['instagram', 'tokenUnknown', true],
  ['instagram', 'appRemoved', true],
  ['youtube', 'authError', true],
  ['youtube', 'insufficientPermissions', true],
  ['tiktok', 'accessTokenInvalid', true],
  ['tiktok', 'scopeNotAuthorized', true],
  ['tiktok', 'scopePermissionMissed', true],
] as const)('%s answering everybody with %s for five days', (platform, error, isInferred) => {
  it('asks nobody to reconnect, ends no count, alerts the operator, and resumes counting automatically', async () => {
    const people = await clippers(platform, 4);
    const before = await Promise.all(people.map(({ clipId }) => tracking(clipId)));
    await refuse(platform, error);
    await world.pass(2);
    const [refusal, ...others] = await findAppRefusals(world.db, world.clock.now());
    expect(others).toEqual([]);
    expect(refusal).toMatchObject({ platform, api: 'posts', is_inferred: isInferred });
    expect(await health()).toMatch(/Nobody is asked to reconnect/);
    for (const person of people) {
      const trouble = await troubleOf(person);
      expect(trouble).toMatchObject({ kind: 'not_set_up', title: /refuses our requests/ });
      expect(trouble.sentence).toMatch(/operator.*counting then continues automatically/);
    }
    await world.pass(5 * 24, 6);
    expect(await health()).not.toBeNull();
    expect(await noticesOf(people)).toEqual([]);
    for (const [at, person] of people.entries()) {
      expect(await stateOf(person)).toBe('active');
      const row = await tracking(person.clipId);
      expect([row.state, row.missing_since, row.views]).toEqual(['polling', null, before[at]!.views]);
    }
    await refuse(platform, null);
    await world.pass(2);
    expect(await health()).toBeNull();
    expect(await world.db.selectFrom('account_refusals').selectAll().execute()).toEqual([]);
    for (const [at, person] of people.entries()) {
      const row = await tracking(person.clipId);
      expect([row.trouble, row.views > before[at]!.views]).toEqual([null, true]);
    }
  });
});

it('asks one person to reconnect once others are read, not at the first refusal', async () => {
  const people = await clippers('instagram', 5);
  const [lost] = people;
  await refuse('instagram', 'tokenUnknown', lost!.connection.external_id);
  await world.pass(0.5);
  expect(await stateOf(lost!)).toBe('active');
  expect(await troubleOf(lost!)).toMatchObject({ kind: 'delayed' });
  await world.pass(2);
  expect(await stateOf(lost!)).toBe('dead');
  expect(await noticesOf(people)).toEqual([{ kind: 'connection.dead' }]);
  expect(await health()).toBeNull();
});

it('asks immediately if the platform says what is wrong with the account', async () => {
  const people = await clippers('instagram', 5);
  await refuse('instagram', 'passwordChanged', people[0]!.connection.external_id);
  await world.pass(1);
  expect(await stateOf(people[0]!)).toBe('dead');
});

it('asks most people of a platform to reconnect after three days of refusals while another is read', async () => {
  const people = await clippers('youtube', 4);
  const lost = people.slice(0, 3);
  for (const { connection } of lost) await refuse('youtube', 'authError', connection.external_id);
  await world.pass(48, 1);
  expect(await Promise.all(lost.map(stateOf))).toEqual(['active', 'active', 'active']);
  expect(await health()).toMatch(/of 3 people at once/);
  await world.pass(26, 1);
  expect(await Promise.all(people.map(stateOf))).toEqual(['dead', 'dead', 'dead', 'active']);
  expect(await noticesOf(people)).toEqual(Array(3).fill({ kind: 'connection.dead' }));
});

it('blames no account while the app is refused because it was refused once long ago', async () => {
  const people = await clippers('instagram', 5);
  const long = after(world.clock.now(), -5 * DAY);
  await world.db
    .insertInto('account_refusals')
    .values({
      connection_id: people[0]!.connection.id,
      api: 'posts',
      first_at: long,
      last_at: long,
      times: 1,
      detail: 'refused',
    })
    .execute();
  await refuse('instagram', 'tokenUnknown');
  await world.pass(3);
  expect(await Promise.all(people.map(stateOf))).toEqual(Array(5).fill('active'));
  expect(await health()).toMatch(/of 5 people at once/);
});

it('asks nobody else to wait while three of nine people take their consents back, and ends those three', async () => {
  const people = await clippers('instagram', 9);
  const before = await Promise.all(people.map(({ clipId }) => tracking(clipId)));
  for (const { connection } of people.slice(0, 3))
    await refuse('instagram', 'tokenUnknown', connection.external_id);
  await world.pass(12);
  expect(await Promise.all(people.map(stateOf))).toEqual([
    ...Array(3).fill('dead'),
    ...Array(6).fill('active'),
  ]);
  expect(await health()).toBeNull();
  for (const [at, { clipId }] of people.entries()) {
    const { trouble, views } = await tracking(clipId);
    expect([trouble, views > before[at]!.views]).toEqual(at < 3 ? ['not_connected', false] : [null, true]);
  }
});

it('asks a person who submits while the app is refused to retry, not to reconnect', async () => {
  const people = await clippers('tiktok', 4);
  await refuse('tiktok', 'scopeNotAuthorized');
  await world.pass(2);
  const listing = await world.addListing();
  const { clipper, handle } = people[0]!;
  const { url } = await world.simulator.createPost({ platform: 'tiktok', handle, caption: 'A clip' });
  const body = { listingId: listing.id, url, platform: 'tiktok', reportedViews: 0 };
  const refused = await world.api.send('POST', '/api/submissions', { as: clipper, body });
  expect(refused.body).toMatchObject({ code: 'platform_unavailable' });
});
