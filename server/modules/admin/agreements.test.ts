import { afterAll, expect, test } from 'vitest';
import { AGREEMENT_HOURS } from '#contract/limits.ts';
import { centsToMicros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';
import { agreementCheck } from './agreements.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const modules = testModules(db, clock, ['admin', 'payouts', 'earnings']);
const api = await testApi(db, clock, modules);
const [ada, ben] = [await testPerson(db, 'admin'), await testPerson(db, 'admin')];
const job = jobOf(modules[0], 'admin.expire-agreements');
afterAll(async () => {
  await api.close();
  await t.close();
});

const listed = async (path: string) => (await api.send('GET', `/api/admin/${path}`, { as: ben })).body.rows;
const health = () => agreementCheck(db, clock).problem();

/** Creates a clip that has earned $9,000.00 and continues to earn. */
async function largeClip() {
  const { id } = await testListing(db, clock.now(), { budgetCents: 2_000_000, rateCents: 1_000 });
  const person = await testPerson(db, 'clipper');
  const given = { listingId: id, clipperId: person.accountId, approvedAt: clock.now(), views: 900_000 };
  const clip = await testClip(db, given);
  await settle(db, clock.now());
  return { clip, person };
}
const uphold = (clip: string, as: Actor) =>
  api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, {
    as,
    body: { fromViews: 0, toViews: null, note: 'Bought.' },
  });
const reasons = async (as: Actor) =>
  (await api.send('GET', '/api/clipper/leaving', { as })).body.nextRun.problem ?? '';

test('an agreement without a second admin is in the inbox, alarms after a day, and expires after 48 hours with its freeze', async () => {
  const { clip, person } = await largeClip();
  expect((await uphold(clip, ada)).body.code).toBe('second_admin_needed');
  expect(await listed('agreements')).toMatchObject([{ action: 'submission.uphold_fraud', subjectId: clip }]);
  expect(await listed('inbox?kind=agreement')).toMatchObject([
    {
      id: clip,
      at: '2026-03-04T10:00:00.000Z',
      isDeadline: true,
      what: expect.stringMatching(/^Views of a clip for “.*” count as bought/),
      amountMicros: centsToMicros(900_000).toString(),
    },
  ]);
  expect(await health()).toBe(null);
  clock.advance(24 * HOUR);
  expect(await health()).toContain('wait for a second admin for more than 24 hours and expire after 48: 1');
  clock.advance((AGREEMENT_HOURS - 24) * HOUR);
  await job.run(clock.now());
  expect([await listed('agreements'), await listed('inbox?kind=agreement')]).toEqual([[], []]);
  expect(await health()).toContain('expired without a second admin in the last 24 hours: 1');
  expect(await reasons(person)).not.toContain('bought');
  // Ada's expired agreement does not count, so Ben's agreement is again the first of two.
  expect((await uphold(clip, ben)).body.code).toBe('second_admin_needed');
  expect((await uphold(clip, ada)).status).toBe(200);
  clock.advance(24 * HOUR);
  expect(await health()).toBe(null);
});
