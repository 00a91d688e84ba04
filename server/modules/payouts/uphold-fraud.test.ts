import { afterAll, describe, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['payouts']));
afterAll(async () => {
  await api.close();
  await t.close();
});

describe('POST /api/admin/submissions/:id/uphold-fraud', () => {
  test('409 refuses a clip that is not approved, because it has earned nothing', async () => {
    const { id: listingId } = await testListing(db, clock.now());
    const { accountId: clipperId } = await testPerson(db, 'clipper');
    const clip = await testClip(db, { listingId, clipperId, approvedAt: null });
    const refused = await api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, {
      as: await testPerson(db, 'admin'),
      body: { fromViews: 0, toViews: null, note: 'Bought.' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'submission_state']);
  });
});
