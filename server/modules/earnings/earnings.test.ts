import { afterAll, expect, test } from 'vitest';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { testHold } from '#server/testing/questions.ts';
import { releaseDue, settle } from './earnings.ts';

const t = await testDatabase();
const { db } = t;
const start = new Date('2026-02-27T08:00:00Z');
const clock = new MovableClock({ frozenAt: start });
const api = await testApi(db, clock, testModules(db, clock, ['earnings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

const to = (moment: Date) => clock.advance(moment.getTime() - clock.now().getTime());
const get = async (url: string, as: Awaited<ReturnType<typeof testPerson>>) =>
  await api.send('GET', url, { as });

/**
 * Creates a clip with 1,000 views in February and 500 more in March, 300 of them on hold, and a pending clip.
 */
async function story() {
  const clipper = await testPerson(db, 'clipper');
  const listing = await testListing(db, start, { budgetCents: 30_000 });
  const common = { listingId: listing.id, clipperId: clipper.accountId };
  const clip = await testClip(db, { ...common, approvedAt: start, views: 1_000 });
  await testClip(db, { ...common, approvedAt: null, submittedAt: start, views: 7 });
  await settle(db, start);
  await releaseDue(db, after(start, DAY));
  const march = after(start, 3 * DAY);
  await count(db, clip, 1_500, march);
  await settle(db, march);
  await testHold(db, clip, after(march, HOUR), { fromViews: 1_200, toViews: 1_500 });
  await settle(db, after(march, HOUR));
  if (clock.now() < after(march, HOUR)) to(after(march, HOUR));
  return { clipper, clip, march, host: { ...clipper, accountId: listing.hostId, role: 'host' as const } };
}

test('the clipper sees earned, available, pending and contested amounts that add up', async () => {
  const { clipper } = await story();
  expect((await get('/api/clipper/overview', clipper)).body).toEqual({
    figures: {
      earnedMicros: '2400000',
      availableMicros: '2000000',
      pendingMicros: '400000',
      onItsWayMicros: '0',
      contestedMicros: '600000',
      paidOutMicros: '0',
      thisMonthMicros: '400000',
      owedMicros: '0',
    },
    submitted: 2,
    approved: 1,
    pending: 1,
    successRate: 50,
  });
});

test('uncontested pending money keeps its release date while other views of the clip are on hold', async () => {
  const { clipper, clip, march } = await story();
  expect((await get('/api/clipper/pending', clipper)).body.rows).toEqual([
    {
      submissionId: clip,
      listingTitle: 'Night run',
      caption: '',
      url: expect.stringContaining('https://'),
      amountMicros: '400000',
      releaseBy: after(march, DAY).toISOString(),
      waitsFor: null,
    },
  ]);
});

test('the last earnings of a window show that they wait for the recheck, and until when', async () => {
  const clipper = await testPerson(db, 'clipper');
  const listing = await testListing(db, start);
  const ends = after(start, 30 * DAY);
  const common = { listingId: listing.id, clipperId: clipper.accountId };
  const clip = await testClip(db, { ...common, approvedAt: start, views: 0 });
  await settle(db, start);
  await count(db, clip, 1_000, after(ends, -HOUR));
  await settle(db, after(ends, -HOUR));
  expect((await get('/api/clipper/pending', clipper)).body.rows).toMatchObject([
    {
      submissionId: clip,
      releaseBy: after(ends, 3 * DAY).toISOString(),
      waitsFor: 'Its views are counted once more 72 hours after its tracking ends.',
    },
  ]);
});

test('the host sees the balance, what was spent and what remains of the budgets', async () => {
  const { host } = await story();
  expect((await get('/api/host/overview', { ...host, sessionId: newId() })).body).toEqual({
    balanceMicros: '0',
    totalBudgetMicros: '300000000',
    spentMicros: '2400000',
    reservedMicros: '600000',
    freeMicros: '297000000',
    thisMonthMicros: '400000',
    activeListings: 1,
    views: 1_200,
    pendingClips: 1,
    clipsToDecide: 1,
  });
});

test('both series show what was paid on each day of twelve weeks, without reversed views', async () => {
  const { clipper, host } = await story();
  for (const [url, person] of [
    ['/api/clipper/series', clipper],
    ['/api/host/series', { ...host, sessionId: newId() }],
  ] as const) {
    const { points } = (await get(url, person)).body;
    expect(points).toHaveLength(84);
    expect(points.at(-1).day).toBe('2026-03-02');
    expect(points.filter((point: { views: number }) => point.views > 0)).toEqual([
      { day: '2026-02-27', views: 1_000, amountMicros: '2000000' },
      { day: '2026-03-02', views: 200, amountMicros: '400000' },
    ]);
  }
});

test('earning rows list each approved clip once', async () => {
  const { clipper, clip } = await story();
  expect((await get('/api/clipper/earnings', clipper)).body).toEqual({
    rows: [
      {
        submissionId: clip,
        listingTitle: 'Night run',
        caption: '',
        url: expect.stringContaining('https://'),
        posterUrl: null,
        views: 1_500,
        countLevel: 'platform',
        earnedMicros: '2400000',
        lastDayMicros: '400000',
        approvedAt: start.toISOString(),
      },
    ],
    nextCursor: null,
  });
});

test('a receipt leads from counted views to cents and recomputes', async () => {
  const { clipper, clip, host } = await story();
  const { body } = await get(`/api/submissions/${clip}/receipt`, clipper);
  expect(body).toMatchObject({
    countedViews: 1_500,
    excludedViews: 0,
    contestedViews: 300,
    eligibleViews: 1_200,
    paidViews: 1_200,
    earnedMicros: '2400000',
    pendingMicros: '400000',
    releasedMicros: '2000000',
    contestedMicros: '600000',
    paidOutMicros: '0',
    recomputes: true,
  });
  expect(body.accruals.map((step: { state: string }) => step.state)).toEqual([
    'released',
    'pending',
    'reversed',
  ]);
  expect((await get(`/api/submissions/${clip}/receipt`, { ...host, sessionId: newId() })).body).toEqual(body);
});

test('a receipt names people without a username by their side', async () => {
  const { clipper, clip, host } = await story();
  await db.deleteFrom('profiles').where('user_id', 'in', [clipper.accountId, host.accountId]).execute();
  const { body } = await get(`/api/submissions/${clip}/receipt`, clipper);
  expect(body).toMatchObject({ hostUsername: 'host', clipperUsername: 'clipper' });
});

test('a receipt file has every snapshot and accrual, the totals, and whether it recomputes', async () => {
  const { clipper, clip } = await story();
  const { bytes, headers } = await get(`/api/submissions/${clip}/receipt.csv`, clipper);
  expect(headers['content-type']).toContain('text/csv');
  expect(headers['content-disposition']).toBe(`attachment; filename="receipt-${clip.slice(-8)}.csv"`);
  const lines = bytes.toString().replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Line,At,Views from,Views to,"Rate (USD per 1,000)",Amount (USD),State,Source');
  const steps = lines.filter((line) => line.startsWith('Step,')).map((line) => line.split(',').slice(2));
  expect(steps).toEqual([
    ['0', '1000', '2.00', '2.00', 'released', ''],
    ['1000', '1200', '2.00', '0.40', 'pending', ''],
    ['1200', '1500', '2.00', '0.60', 'reversed', ''],
  ]);
  expect(lines).toContain('Eligible,,,1200,,,,');
  expect(lines).toContain('Earned,,0,1200,2.00,2.40,,');
  expect(lines.at(-1)).toBe('Recomputes,,,,,2.40,yes,');
  const stranger = await testPerson(db, 'clipper');
  expect((await get(`/api/submissions/${clip}/receipt.csv`, stranger)).status).toBe(404);
});

test("somebody else's receipt and one that does not exist are the same 404", async () => {
  const { clip } = await story();
  const stranger = await testPerson(db, 'clipper');
  const theirs = await get(`/api/submissions/${clip}/receipt`, stranger);
  const none = await get(`/api/submissions/${newId()}/receipt`, stranger);
  expect([theirs.status, theirs.body]).toEqual([404, none.body]);
});
