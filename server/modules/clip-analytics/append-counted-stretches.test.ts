import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReleasedFigures, releasedFigures } from '#contract/clips/clip-analytics.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { readReceipt, settle } from '#server/modules/earnings/earnings.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { releasedAnalytics, unknownFigures } from '#server/testing/released-analytics.ts';
import { appendCountedStretches, partThatCounts } from './append-counted-stretches.ts';
import { forgetJob } from './forget.job.ts';

let world: ClipWorld;
let released: ReturnType<typeof releasedAnalytics>;
beforeAll(async () => {
  world = await clipWorld();
  released = releasedAnalytics(world);
});
beforeEach(() => world.forgetClips());
afterAll(() => world.close());

const engaged = { countedViews: 'engaged' as const, countedCountries: [] };
const fromHome = { countedViews: 'all' as const, countedCountries: ['US', 'GB'] };
const organic = { scenario: 'organic' as const, views: 20_000 };

const figuresOf = async (id: string): Promise<ReleasedFigures[]> =>
  (await released.stretchesOf(id))
    .toSorted((a, b) => +a.from_at - +b.from_at)
    .map(({ figures }) => releasedFigures.parse(figures));

test('stores counted views as the platform reported them, in consecutive days from the first view', async () => {
  const clip = await released.releasedClip(organic, [], { counted: engaged });
  await world.pass(24 * 9, 24);
  const laid = await released.countedOf(clip.id);
  const figures = await figuresOf(clip.id);
  expect(laid.length).toBeGreaterThanOrEqual(6);
  expect(laid.map((day) => Number(day.to_views - day.from_views))).toEqual(figures.map(({ views }) => views));
  expect(laid.map((day) => Number(day.to_counted - day.from_counted))).toEqual(
    figures.map(({ engagedViews }) => engagedViews),
  );
  for (const [i, { from_views, from_counted, from_at, to_at }] of laid.entries()) {
    expect([from_views, from_counted]).toEqual([laid[i - 1]?.to_views ?? 0n, laid[i - 1]?.to_counted ?? 0n]);
    if (i > 0) expect(from_at.getTime()).toBeGreaterThanOrEqual(laid[i - 1]!.to_at.getTime());
    expect(to_at.getTime() - from_at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
  }
});

test('a pending clip is worth its counted views', async () => {
  const clip = await released.releasedClip(organic, [], { counted: engaged });
  await world.pass(24 * 5, 24);
  const { byFigures, eligibleViews, worthMicros, recomputes } = await released.clipAs(clip.clipper, clip.id);
  expect(byFigures.countingViews).toBeGreaterThan(0);
  expect(byFigures.countingViews).toBeLessThan(eligibleViews);
  expect(worthMicros).toBe(String(byFigures.countingViews * 2_000));
  expect(recomputes).toBe(true);
});

test('stores no counted views for clips whose terms pay every view', async () => {
  const clip = await released.releasedClip(organic);
  await world.pass(24 * 5, 24);
  expect(await released.stretchesOf(clip.id)).not.toEqual([]);
  expect(await released.countedOf(clip.id)).toEqual([]);
});

test('views from chosen countries are whole views as the platform reports them', async () => {
  const clip = await released.releasedClip(organic, [], { counted: fromHome });
  await world.pass(24 * 6, 24);
  const laid = await released.countedOf(clip.id);
  const figures = await figuresOf(clip.id);
  expect(laid).toHaveLength(figures.length);
  for (const [i, { from_counted, to_counted }] of laid.entries()) {
    const { views, countries } = figures[i]!;
    const share = (countries!.US ?? 0) + (countries!.GB ?? 0);
    expect(Math.abs(Number(to_counted - from_counted) - views * share)).toBeLessThan(3);
  }
});

test('counted views stay when the release ends, and continue after a new release', async () => {
  const clip = await released.releasedClip(organic, [], { counted: engaged });
  await world.pass(24 * 5, 24);
  const before = await released.countedOf(clip.id);
  const { id } = await released.connectionOf(clip.clipper.accountId);
  await world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: clip.clipper });
  expect(await released.stretchesOf(clip.id)).toEqual([]);
  await world.pass(24 * 3, 24);
  expect(await released.countedOf(clip.id)).toEqual(before);
  await released.release(clip.clipper, clip.handle);
  await world.pass(24 * 3, 24);
  const laid = await released.countedOf(clip.id);
  expect(laid.slice(0, before.length)).toEqual(before);
  expect(laid.length).toBeGreaterThan(before.length + 2);
  const all = await figuresOf(clip.id);
  expect(all.reduce((sum, { views }) => sum + views, 0)).toBe(Number(laid.at(-1)!.to_views));
});

test('keeps figures behind payments forever, and deletes unpaid ones with their release and old counts', async () => {
  const { db } = world;
  const paid = await released.releasedClip(organic, [], { counted: engaged });
  const unpaid = await released.releasedClip(organic, [], { counted: engaged });
  await approve(paid.id);
  await world.pass(24 * 4, 24);
  await settle(db, world.clock.now());
  await world.forgetClips();
  await db.updateTable('submissions').set({ status: 'withdrawn' }).where('id', '=', unpaid.id).execute();
  const laid = await released.countedOf(paid.id);
  const forgetAt = (days: number) =>
    forgetJob({ db, keepDays: 90 }).run(after(world.clock.now(), days * DAY));
  await forgetAt(20);
  expect(await released.countedOf(unpaid.id)).not.toEqual([]);
  for (const { clipper } of [paid, unpaid]) {
    const { id } = await released.connectionOf(clipper.accountId);
    await world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: clipper });
  }
  await forgetAt(21);
  expect(await released.countedOf(unpaid.id)).toEqual([]);
  await forgetAt(400);
  expect(await released.countedOf(paid.id)).toEqual(laid);
  expect(laid.length).toBeGreaterThan(0);
  const { recomputation } = await readReceipt(db, paid.id);
  expect(recomputation.filter(({ proven }) => proven === false)).toEqual([]);
});

test('the application role can add counted views but neither change nor delete them', async () => {
  const { db } = world;
  await expect(sql`update clip_counted_stretches set read_at = now()`.execute(db)).rejects.toThrow(/denied/);
  await expect(sql`delete from clip_counted_stretches`.execute(db)).rejects.toThrow(/denied/);
});

const day = { ...unknownFigures, views: 100, engagedViews: 60 };
const countryViews = [
  { country: 'US', views: 50, engagedViews: 30 },
  { country: 'GB', views: 20, engagedViews: 25 },
  { country: 'FR', views: 40, engagedViews: 10 },
];

test.each([
  [{ ...engaged }, 60],
  [fromHome, 70],
  [{ ...fromHome, countedViews: 'engaged' as const }, 50],
  [{ ...fromHome, countedCountries: ['US', 'GB', 'FR'] }, 100],
  [{ ...fromHome, countedCountries: ['JP'] }, 0],
])('%o pays %i of 100 views', (terms, part) => {
  expect(partThatCounts({ ...day, countryViews, fromAt: new Date(0), toAt: new Date(1) }, terms)).toBe(part);
});

test('engaged views that the platform does not report are unknown, not zero', () => {
  const unknown = { ...day, engagedViews: null, fromAt: new Date(0), toAt: new Date(1) };
  expect(partThatCounts(unknown, engaged)).toBeNull();
  const ofCountries = countryViews.map((row) => ({ ...row, engagedViews: null }));
  const both = { ...fromHome, countedViews: 'engaged' as const };
  expect(partThatCounts({ ...unknown, countryViews: ofCountries }, both)).toBeNull();
  expect(partThatCounts({ ...unknown, countryViews: ofCountries }, fromHome)).toBe(70);
});

test('waits for a day whose countries are not reported yet, and then counts none of its views', async () => {
  const { id } = await released.releasedClip(organic, [], { counted: fromHome });
  const now = world.clock.now();
  const dayAgo = (days: number) => ({
    ...day,
    fromAt: after(now, -days * DAY),
    toAt: after(now, (1 - days) * DAY),
  });
  const read = [
    { ...dayAgo(6), countryViews },
    { ...dayAgo(4), countryViews: [] },
    { ...dayAgo(3), countryViews },
  ];
  const lay = (at: Date) =>
    transact(world.db, (tx) => appendCountedStretches(tx, { submission_id: id, terms: fromHome }, read, at));
  await lay(now);
  expect((await released.countedOf(id)).map(({ to_counted }) => to_counted)).toEqual([70n]);
  await lay(after(now, 4 * DAY));
  expect((await released.countedOf(id)).map(({ to_counted }) => to_counted)).toEqual([70n, 70n, 140n]);
});

/** Approves the clip; its window ends in three days. */
async function approve(id: string): Promise<Date> {
  const now = world.clock.now();
  const tracking_until = after(now, 3 * DAY);
  const approved = { status: 'approved', approved_at: now, approved_how: 'host', tracking_until } as const;
  await world.db.updateTable('submissions').set(approved).where('id', '=', id).execute();
  return tracking_until;
}
const stateOf = async (id: string) =>
  (
    await world.db
      .selectFrom('clip_tracking')
      .select('state')
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;

test('counting ends once figures reach the end of the window', async () => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 60_000 }, [], { counted: engaged });
  const end = await approve(clip.id);
  await world.pass(24 * 5, 24);
  expect((await released.countedOf(clip.id)).at(-1)!.to_at < end).toBe(true);
  await world.pass(24 * 4, 6);
  expect((await released.countedOf(clip.id)).at(-1)!.to_at >= end).toBe(true);
  expect(await stateOf(clip.id)).toBe('finished');
});

test('without a release, counting ends a week after the recheck and keeps what was counted', async () => {
  const clip = await released.releasedClip(organic, [], { counted: engaged });
  await approve(clip.id);
  await world.pass(24 * 4, 24);
  const { id } = await released.connectionOf(clip.clipper.accountId);
  await world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: clip.clipper });
  const before = await released.countedOf(clip.id);
  await world.pass(24 * 8, 24);
  expect(await stateOf(clip.id)).toBe('polling');
  await world.pass(24 * 2, 24);
  expect(await stateOf(clip.id)).toBe('finished');
  expect(await released.countedOf(clip.id)).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});
