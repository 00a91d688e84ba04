import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { claimMode } from '#server/infra/installation-mode.ts';
import { createSealer } from '#server/infra/seal.ts';
import { type GivenSecrets, secretsOf } from '#server/infra/secret-record.ts';
import { type Secrets, secretId } from '#server/infra/secrets.ts';
import { createSessionCookie } from '#server/modules/accounts/session-cookie.ts';
import { createActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { connect } from '#server/testing/listings.ts';
import { rotateSecret } from './rotate-secret.ts';

const OLD = 'the old secret of this installation';
const NEW = 'the new secret of this installation';
const COUNT = 205;

let t: TestDatabase;
let users: AccountId[];
beforeAll(async () => {
  t = await testDatabase();
  // The database as the previous release left it.
  await claimMode(t.db, 'staging', new Date());
  users = [];
  for (let i = 0; i < 3; i++) users.push((await createActor(t.db, { role: 'admin' })).accountId);
  for (let i = 0; i < COUNT; i++) await connect(t.db, { accountId: users[i % 3]! });
  await write(await secretsOf(t.db, { current: OLD, previous: null }));
});
afterAll(() => t.close());

/** Writes every kind of sealed value, as a process with these secrets does. */
async function write(secrets: Secrets): Promise<void> {
  const of = (purpose: Parameters<typeof createSealer>[1]) => createSealer(secrets, purpose);
  for (const { id } of await t.db.selectFrom('connections').select('id').execute())
    await t.db
      .updateTable('connections')
      .set({
        access_token_sealed: of('platform tokens').seal(`access ${id}`),
        refresh_token_sealed: of('platform tokens').seal(`refresh ${id}`),
      })
      .where('id', '=', id)
      .execute();
  const tokens = {
    access_token_sealed: of('platform tokens').seal('access of analytics'),
    refresh_token_sealed: of('platform tokens').seal('refresh of analytics'),
  };
  const { id } = await t.db.selectFrom('connections').select('id').orderBy('id').executeTakeFirstOrThrow();
  await t.db
    .insertInto('analytics_consents')
    .values({ connection_id: id, external_id: 'business', access_token_expires_at: new Date(), ...tokens })
    .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(tokens))
    .execute();
  await t.db
    .updateTable('second_factors')
    .set({ secret_sealed: of('second factors').seal('JBSWY3DP') })
    .execute();
  await t.db.deleteFrom('webhook_endpoints').execute();
  await t.db
    .insertInto('webhook_endpoints')
    .values({
      id: users[0]!,
      owner_id: users[0]!,
      url: 'https://hooks.example.com/',
      kinds: ['payout.paid'],
      secret_sealed: of('webhook secrets').seal('whsec_now'),
      previous_secret_sealed: of('webhook secrets').seal('whsec_before'),
      previous_secret_until: new Date(),
      created_at: new Date(),
    })
    .execute();
}

/**
 * Reads every sealed value with these secrets only and returns their number. Throws when a value can't be
 * read.
 */
async function readAll(secrets: Secrets): Promise<number> {
  const of = (purpose: Parameters<typeof createSealer>[1]) => createSealer(secrets, purpose);
  const tokens = await t.db.selectFrom('connections').selectAll().execute();
  for (const row of tokens) {
    expect(of('platform tokens').unseal(row.access_token_sealed!)).toBe(`access ${row.id}`);
    expect(of('platform tokens').unseal(row.refresh_token_sealed!)).toBe(`refresh ${row.id}`);
  }
  const [consent] = await t.db.selectFrom('analytics_consents').selectAll().execute();
  expect(of('platform tokens').unseal(consent!.access_token_sealed)).toBe('access of analytics');
  expect(of('platform tokens').unseal(consent!.refresh_token_sealed!)).toBe('refresh of analytics');
  for (const row of await t.db.selectFrom('second_factors').selectAll().execute())
    expect(of('second factors').unseal(row.secret_sealed)).toBe('JBSWY3DP');
  const [endpoint] = await t.db.selectFrom('webhook_endpoints').selectAll().execute();
  expect(of('webhook secrets').unseal(endpoint!.secret_sealed)).toBe('whsec_now');
  expect(of('webhook secrets').unseal(endpoint!.previous_secret_sealed!)).toBe('whsec_before');
  return tokens.length;
}

async function rotate(given: GivenSecrets, args: string[] = []) {
  const lines: string[] = [];
  const code = await rotateSecret.run({
    db: t.db,
    mode: 'live',
    secrets: given,
    args,
    adminPassword: null,
    print: (line) => lines.push(line),
    write: async () => undefined,
  });
  return { code, lines, text: lines.join('\n') };
}

const alone = (current: string): Secrets => ({ current, previous: null, byPurpose: true });
const swapped = { current: NEW, previous: OLD };

test('a full drill reads every value: sealed by the previous release, keys by purpose, a new secret, the old one removed', async () => {
  expect(await readAll(alone(OLD))).toBe(COUNT);
  const toPurposes = await rotate({ current: OLD, previous: null });
  expect(toPurposes).toMatchObject({ code: 0, text: expect.stringContaining('Restart every process now') });
  expect((await secretsOf(t.db, swapped)).byPurpose).toBe(true);

  await readAll({ ...swapped, byPurpose: true });
  await expect(readAll(alone(NEW))).rejects.toThrow('sealed under another secret');
  const rotated = await rotate(swapped);
  expect(rotated.lines).toContain(`access tokens of platforms: ${COUNT} sealed anew, 0 left, 0 not readable`);
  expect(rotated.lines).toContain('second factors: 3 sealed anew, 0 left, 0 not readable');
  expect(rotated.lines.at(-1)).toMatch(
    /^Everything readable is sealed under SECRET\. 3 sessions .* can go at 20/,
  );
  expect(rotated.code).toBe(0);
  expect(await readAll(alone(NEW))).toBe(COUNT);
  await expect(readAll(alone(OLD))).rejects.toThrow('sealed under another secret');
});

test('a stopped rotation continues, and a token that is being refreshed waits for its refresh', async () => {
  await write({ current: OLD, previous: null, byPurpose: true });
  await rotate({ current: OLD, previous: NEW });
  const [busy] = await t.db.selectFrom('connections').select('id').limit(1).execute();
  const lease = (until: Date | null) =>
    t.db.updateTable('connections').set({ refresh_leased_until: until }).where('id', '=', busy!.id).execute();
  await lease(new Date(Date.now() + 60_000));
  const first = await rotate(swapped);
  expect(first.code).toBe(1);
  expect(first.lines).toContain(
    `access tokens of platforms: ${COUNT - 1} sealed anew, 1 left, 0 not readable`,
  );
  await lease(null);
  const second = await rotate(swapped);
  expect(second.lines).toContain('access tokens of platforms: 1 sealed anew, 0 left, 0 not readable');
  expect(await readAll(alone(NEW))).toBe(COUNT);
});

test('a value sealed under another secret is counted, left alone, and makes the rotation fail', async () => {
  await write(alone(NEW));
  const foreign = createSealer(alone('of another installation altogether'), 'second factors').seal('x');
  await t.db.updateTable('second_factors').set({ secret_sealed: foreign }).execute();
  const { code, lines } = await rotate({ current: NEW, previous: null });
  expect(lines).toContain('second factors: 0 sealed anew, 0 left, 3 not readable');
  expect(code).toBe(1);
});

test('a rotation under a foreign secret changes nothing, unless the operator confirms that the right one is lost', async () => {
  await rotate({ current: NEW, previous: null });
  const FOREIGN = 'a mistyped secret of this installation';
  const idOf = async () =>
    (await t.db.selectFrom('installation').select('secret_id').executeTakeFirst())?.secret_id;
  const refused = await rotate({ current: FOREIGN, previous: OLD });
  expect(refused).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^SECRET or SECRET_PREVIOUS must be/),
  });
  expect((await rotate({ current: null, previous: null })).text).toMatch(/^SECRET must be set/);
  expect(await idOf()).toBe(secretId(NEW));
  const given = await rotate({ current: FOREIGN, previous: null }, ['--lost']);
  expect(given.text).toContain(`access tokens of platforms: 0 sealed anew, 0 left, ${COUNT} not readable`);
  expect(await idOf()).toBe(secretId(FOREIGN));
  await rotate({ current: NEW, previous: null }, ['--lost']);
});

test('a person signed in under the previous secret stays signed in while it is given', async () => {
  const cookieOf = (secrets: Secrets) => createSessionCookie({ secrets, secure: false });
  const value = cookieOf({ current: OLD, previous: null, byPurpose: false }).sign('token');
  const read = (secrets: Secrets) =>
    cookieOf(secrets).read({ cookies: { permille_session: value } } as never);
  expect(read({ ...swapped, byPurpose: true })).toBe('token');
  expect(read(alone(NEW))).toBeNull();
});

test('a first start records its secret, and keeps purposes apart from then on', async () => {
  const fresh = await testDatabase();
  await claimMode(fresh.db, 'live', new Date(), () => secretId(NEW));
  expect(await secretsOf(fresh.db, swapped)).toEqual({ ...swapped, byPurpose: true });
  await fresh.close();
});
