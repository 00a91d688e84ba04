import { XMLValidator } from 'fast-xml-parser';
import { createLocalJWKSet, decodeProtectedHeader, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { VERIFIED_RECORDS_MAX } from '#contract/verified-records.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { resealRecordKeys } from './reseal.ts';
import { rotateKeys } from './rotate-keys.job.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let tess: Actor;

beforeAll(async () => {
  database = await testDatabase();
  api = await testApi(database.db, clock, testModules(database.db, clock, ['verified-records']));
});
afterAll(() => database.close());
beforeEach(async () => {
  tess = await testPerson(database.db, 'clipper');
});

const RECORDS = '/api/clipper/verified-records';
const share = async (as = tess, body: object = { sharesEarnings: true, days: 30 }) =>
  (await api.send('POST', RECORDS, { as, body })).body.id as string;
const sign = async (id: string, as = tess) =>
  (await api.send('POST', `${RECORDS}/${id}/token`, { as })).body.token as string;
const verify = async (token: string) =>
  (await api.send('POST', '/api/verified-records/verify', { body: { token } })).body;
const badge = (id: string) => api.send('GET', `/badges/${id}.svg`);

test('verifies a shared record for anyone, by the page and by the key set alone', async () => {
  const token = await sign(await share());
  const found = await verify(token);
  expect(found).toMatchObject({ verdict: 'valid', record: { approvedClips: 0, earnedMicros: '0' } });
  const { body } = await api.send('GET', '/.well-known/jwks.json');
  expect(JSON.stringify(body)).not.toContain('"d"');
  const options = { currentDate: clock.now(), issuer: 'http://localhost:3000' };
  const { payload } = await jwtVerify(token, createLocalJWKSet(body), options);
  expect(payload.record).toEqual(found.record);
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'permille-record+jwt' });
});

test('includes earnings only if the clipper shares them and the profile shows them', async () => {
  const [withThem, without] = [await share(), await share(tess, { sharesEarnings: false, days: 30 })];
  expect((await verify(await sign(without))).record.earnedMicros).toBeNull();
  expect((await badge(withThem)).bytes.toString()).toContain('earned');
  expect((await badge(without)).bytes.toString()).not.toContain('earned');
  await database.db
    .updateTable('profiles')
    .set({ earnings_hidden: true })
    .where('user_id', '=', tess.accountId)
    .execute();
  expect((await verify(await sign(withThem))).record.earnedMicros).toBeNull();
  expect((await badge(withThem)).bytes.toString()).not.toContain('earned');
});

test('revokes an ended record, whose badge then names nobody; the same holds for a banned clipper', async () => {
  const [ended, kept] = [await share(), await share()];
  const [first, second] = [await sign(ended), await sign(kept)];
  expect((await badge(ended)).status).toBe(200);
  await api.send('DELETE', `${RECORDS}/${ended}`, { as: tess });
  expect((await verify(first)).verdict).toBe('revoked');
  const gone = await badge(ended);
  expect(gone.status).toBe(404);
  expect(gone.bytes.toString()).toContain('not shared');
  expect(gone.bytes.toString()).not.toContain('@');
  expect((await verify(second)).verdict).toBe('valid');
  await database.owner
    .updateTable('users')
    .set({ banned_at: clock.now() })
    .where('id', '=', tess.userId)
    .execute();
  expect((await verify(second)).verdict).toBe('revoked');
  expect((await badge(kept)).status).toBe(404);
});

test("shows a record's settings only to its owner", async () => {
  const id = await share();
  const other = await testPerson(database.db, 'clipper');
  expect((await api.send('POST', `${RECORDS}/${id}/token`, { as: other })).body.code).toBe('not_found');
  expect((await api.send('DELETE', `${RECORDS}/${id}`, { as: other })).body.code).toBe('not_found');
  expect((await api.send('GET', RECORDS, { as: other })).body.rows).toEqual([]);
});

test('expires a record on its day and signs it no longer', async () => {
  const id = await share();
  const token = await sign(id);
  const listed = async () => (await api.send('GET', RECORDS, { as: tess })).body.rows;
  expect(await listed()).toMatchObject([{ id, isExpired: false }]);
  clock.advance(31 * DAY);
  expect(await listed()).toMatchObject([{ id, isExpired: true }]);
  expect((await verify(token)).verdict).toBe('expired');
  expect((await badge(id)).status).toBe(404);
  expect((await api.send('POST', `${RECORDS}/${id}/token`, { as: tess })).body.code).toBe('not_found');
});

test('signs with another key after three months, and still verifies what the previous one signed', async () => {
  const id = await share(tess, { sharesEarnings: false, days: 365 });
  const before = await sign(id);
  clock.advance(91 * DAY);
  const deps = {
    db: database.db,
    clock,
    sealer: createSealer(soleSecret(TEST_SECRET), 'record keys'),
    appUrl: '',
  };
  await Promise.all([rotateKeys(deps).run(clock.now()), rotateKeys(deps).run(clock.now())]);
  const after = await sign(id);
  expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
  for (const token of [before, after]) expect((await verify(token)).verdict).toBe('valid');
  const keys = await database.db
    .selectFrom('record_signing_keys')
    .select(['retired_at', 'private_sealed'])
    .execute();
  expect(keys.filter(({ retired_at }) => retired_at === null)).toHaveLength(1);
  expect(keys.every((one) => (one.retired_at === null) === (one.private_sealed !== null))).toBe(true);
  expect(JSON.stringify(keys)).not.toContain('"d\\"');
});

test('says what is wrong with a changed, foreign or unreadable token, and does not fail', async () => {
  const token = await sign(await share());
  const [head, body, signature] = token.split('.') as [string, string, string];
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
  const richer = { ...payload, record: { ...payload.record, verifiedViews: 9_999_999 } };
  const forged = Buffer.from(JSON.stringify(richer)).toString('base64url');
  expect((await verify(`${head}.${forged}.${signature}`)).verdict).toBe('altered');

  const { privateKey } = await generateKeyPair('ES256');
  const header = decodeProtectedHeader(token) as { alg: string; kid: string };
  const signedBy = (changed: object) =>
    new SignJWT(payload).setProtectedHeader({ ...header, ...changed }).sign(privateKey);
  expect((await verify(await signedBy({}))).verdict).toBe('altered');
  expect((await verify(await signedBy({ kid: 'other' }))).verdict).toBe('unknown_key');
  const none = Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url');
  const hmac = Buffer.from(JSON.stringify({ ...header, alg: 'HS256' })).toString('base64url');
  for (const text of [`${none}.${body}.`, `${hmac}.${body}.${signature}`, 'x', 'a.b.c', `${token}.x`, '..'])
    expect((await verify(text)).verdict, text).toMatch(/^(?:unreadable|unknown_key|altered)$/);
  for (const answer of [await verify('a.b.c')]) expect(answer.record).toBeNull();
});

test('writes a badge as well-formed XML that shows no more than the record, for any page', async () => {
  const id = await share();
  const { headers, bytes } = await badge(id);
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(XMLValidator.validate(bytes.toString())).toBe(true);
  for (const file of [newId(), 'x', '%00', '..%2f']) expect((await badge(file)).status, file).toBe(404);
});

test("reads the signing key with the installation's new secret, and not with the old one", async () => {
  const { db } = database;
  await sign(await share());
  const secrets = { current: 'another secret of sixty letters', previous: TEST_SECRET, byPurpose: true };
  expect(await resealRecordKeys(db, secrets)).toEqual({ resealed: 1, unreadable: 0, left: 0 });
  const [key] = await db
    .selectFrom('record_signing_keys')
    .select('private_sealed')
    .where('retired_at', 'is', null)
    .execute();
  const opened = createSealer(soleSecret(secrets.current), 'record keys').unseal(key!.private_sealed!);
  expect(JSON.parse(opened)).toMatchObject({ kty: 'EC', crv: 'P-256' });
  expect(() => createSealer(soleSecret(TEST_SECRET), 'record keys').unseal(key!.private_sealed!)).toThrow();
});

test('409: refuses a record beyond the most that a clipper can share', async () => {
  for (let shared = 0; shared < VERIFIED_RECORDS_MAX; shared++) expect(await share()).toBeDefined();
  // The limit per minute is as high; here it must not refuse the record.
  await database.db.deleteFrom('rate_limits').execute();
  const body = { sharesEarnings: true, days: 30 };
  expect((await api.send('POST', RECORDS, { as: tess, body })).body.code).toBe('verified_records_full');
});

test('422: a person without a profile can share no record, and signs none', async () => {
  const id = await share();
  await database.owner.deleteFrom('profiles').where('user_id', '=', tess.accountId).execute();
  const body = { sharesEarnings: true, days: 30 };
  expect((await api.send('POST', RECORDS, { as: tess, body })).body.code).toBe('username_required');
  expect((await api.send('POST', `${RECORDS}/${id}/token`, { as: tess })).body.code).toBe('not_found');
});
