import { afterAll, describe, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T08:00:00Z') });
const server = await createTestServer({ db, clock, modules: testModules(db, clock, ['proofs']) });
const admin = await createActor(db, { role: 'admin', username: 'limits' });
afterAll(async () => {
  await server.close();
  await t.close();
});

const url = '/api/admin/proof-tiers';
const row = (provenClips: number, limitMicros: string | null, auditPercent = 10) => ({
  provenClips,
  limitMicros,
  auditPercent,
});
const change = (tiers: object[]) =>
  server.inject({ method: 'POST', url, headers: admin.headers, payload: { tiers, note: 'Less fraud.' } });

describe('POST /api/admin/proof-tiers', () => {
  test('200: replaces all limits, and the audit log has the old and the new ones', async () => {
    const tiers = [row(0, '10000000'), row(5, '90000000'), row(30, null)];
    expect((await change(tiers)).statusCode).toBe(200);
    const read = await server.inject({ method: 'GET', url, headers: admin.headers });
    expect(read.json()).toEqual({ tiers });
    const [entry] = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'data'])
      .where('action', '=', 'proof_tiers.changed')
      .execute();
    expect(entry).toMatchObject({
      actor_id: admin.userId,
      data: { note: 'Less fraud.', before: [{ provenClips: 0, limitMicros: null }], after: [{}, {}, {}] },
    });
  });

  test.each([
    ['no row', [], 'tiers'],
    ['no row for a person without proven clips', [row(1, null)], 'first row starts at 0'],
    ['two rows for as many clips', [row(0, '1'), row(0, null)], 'each row needs more'],
    ['a probability above 100%', [row(0, '1', 101)], 'auditPercent'],
    ['a negative limit', [row(0, '-1')], 'limitMicros'],
  ])('400: refuses %s and names the rule', async (_what, tiers, named) => {
    const reply = await change(tiers);
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain(named);
  });
});
