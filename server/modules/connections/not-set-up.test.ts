import { afterAll, describe, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { connect } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
/** A server without the keys of any platform. */
const api = await testApi(db, clock, testModules(db, clock, ['connections']));
afterAll(async () => {
  await api.close();
  await t.close();
});

describe('POST /api/connections/start', () => {
  test('404 knows no platform that an account of this role can’t connect', async () => {
    const as = await testPerson(db, 'clipper');
    const body = { platform: 'twitch', returnTo: '/' };
    const reply = await api.send('POST', '/api/connections/start', { as, body });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });
});

describe('POST /api/connections/:id/analytics', () => {
  test('409 says that the operator has removed the platform’s keys', async () => {
    const as = await testPerson(db, 'clipper');
    const id = await connect(db, as, 'youtube');
    const body = { returnTo: '/clipper/settings' };
    const reply = await api.send('POST', `/api/connections/${id}/analytics`, { as, body });
    expect([reply.status, reply.body.code]).toEqual([409, 'platform_not_set_up']);
  });
});
