import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['listings', 'admin']));
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const act = (accountId: AccountId, what: string, reason = 'Looked at it again') =>
  api.send('POST', `/api/admin/users/${accountId}/${what}`, { as: admin, body: { reason } });
const inList = async (accountId: AccountId) => {
  const { body } = await api.send('GET', '/api/admin/users', { as: admin });
  return body.rows.find((row: { id: string }) => row.id === accountId);
};
const mailsTo = async (email: string) => {
  const mails = await db
    .selectFrom('outbound_emails')
    .select('subject')
    .where('to_address', '=', email)
    .execute();
  return mails.map((mail) => mail.subject);
};

test('listings of a host whose ban is lifted stay paused until the host resumes them', async () => {
  const { id, hostId } = await testListing(db, clock.now());
  const host: Actor = { ...(await testPerson(db, 'host')), accountId: hostId };
  await act(hostId, 'ban');
  const resume = () => api.send('POST', `/api/listings/${id}/resume`, { as: host });
  expect((await resume()).status).toBe(409);
  expect((await act(hostId, 'unban')).status).toBe(200);
  expect(await inList(hostId)).toMatchObject({ status: 'Active' });
  const row = await db
    .selectFrom('listings')
    .select(['state', 'pause_reason'])
    .where('id', '=', id)
    .execute();
  expect(row).toEqual([{ state: 'paused', pause_reason: 'host' }]);
  expect((await resume()).status).toBe(200);
  const audit = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'listing.paused', actor_kind: 'admin' },
    { action: 'listing.handed_back', actor_kind: 'admin' },
    { action: 'listing.resumed', actor_kind: 'host' },
  ]);
});

test('the list of users shows frozen payouts, and the person is notified of each step', async () => {
  const { accountId, email } = await testPerson(db, 'clipper');
  expect(await inList(accountId)).toMatchObject({ status: 'Active', payoutsFrozen: false });
  await act(accountId, 'ban');
  expect(await inList(accountId)).toMatchObject({ status: 'Banned', payoutsFrozen: true });
  expect((await act(accountId, 'allow-payouts')).status).toBe(200);
  expect(await inList(accountId)).toMatchObject({ status: 'Banned', payoutsFrozen: false });
  expect((await act(accountId, 'unban')).status).toBe(200);
  expect(await mailsTo(email)).toEqual([
    'Your Permille account was banned',
    'Your earnings were reviewed',
    'Your Permille account is no longer banned',
  ]);
});

test('refuses to lift or review without a ban, answers the same 404 for admins and unknown people, and requires a reason', async () => {
  const { accountId } = await testPerson(db, 'clipper');
  const { accountId: hostId } = await testPerson(db, 'host');
  await act(hostId, 'ban');
  const codes = async (id: AccountId, reason?: string) =>
    [await act(id, 'unban', reason), await act(id, 'allow-payouts', reason)].map((reply) => reply.body.code);
  expect(await codes(accountId)).toEqual(['changed_meanwhile', 'changed_meanwhile']);
  expect((await act(hostId, 'allow-payouts')).body.code).toBe('changed_meanwhile');
  expect(await codes(admin.accountId)).toEqual(['not_found', 'not_found']);
  expect(await codes(newId())).toEqual(['not_found', 'not_found']);
  expect(await codes(accountId, '  ')).toEqual(['invalid_input', 'invalid_input']);
});
