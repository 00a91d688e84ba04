import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { grantedAllowances } from '#server/modules/connections/connections.ts';
import { postServices } from '#server/modules/connections/platforms/services.ts';
import { nextPollAt } from '#server/modules/tracking/tracking.ts';
import { median } from '../feed/load.ts';
import { type BenchRow, round, row } from '../result.ts';
import type { bytesEach } from './disk.ts';
import type { Size } from './ids.ts';
import type { Figures } from './jobs.ts';

/** The number of live clips on the planned day, which also has 1 M listings. */
const PLANNED_CLIPS = 10_000_000;
const TRACKING_DAYS = 30;
const RECHECK_DAYS = 3;
const DAY_SECONDS = 86_400;

/** Returns how often a clip is counted from its publication to its recheck, by the product's schedule. */
function countsOfALife(): number {
  const postedAt = new Date('2026-01-01T00:00:00Z');
  const until = after(postedAt, TRACKING_DAYS * DAY);
  const end = after(until, RECHECK_DAYS * DAY);
  let counts = 0;
  for (let at = postedAt; at < end; at = nextPollAt(postedAt, at, null, until)) counts += 1;
  return counts;
}

/** Returns a platform's calls per day; null when it has no limit for an installation. */
function allowedCalls(platform: PostPlatform): number | null {
  const none = {
    youtubeDailyUnits: null,
    youtubeAnalyticsDailyCalls: null,
    tiktokCallsPerMinute: null,
    tiktokBusinessCallsPerMinute: null,
    instagramDailyCalls: null,
  };
  const allowance = grantedAllowances(none)[platform]![postServices[platform].countingBucket]!;
  return allowance.perDay ?? (allowance.perMinute === null ? null : allowance.perMinute * 1_440);
}

/**
 * Returns the cost of each part of a planned day, from the figures of the run. Work is the share of a day
 * that one process on this machine needs; calls are a share of the platforms' default limits. The cost of
 * work that reads every clip is scaled by the number of clips.
 */
export function planDay(figures: Figures, bytes: Awaited<ReturnType<typeof bytesEach>>, { clips }: Size) {
  const of = (name: string): number => median(figures.get(name)!);
  const counts = (PLANNED_CLIPS * countsOfALife()) / (TRACKING_DAYS + RECHECK_DAYS);
  const growth = PLANNED_CLIPS / clips;
  const hourly = [
    'listings.spend-rates, first run',
    'listings.host-stats, first run',
    'scoring.cohorts, first run',
  ];
  const work: Record<string, number> = {
    'storing and scoring counts': counts / of('clips counted and scored'),
    'claiming due clips': (counts / 500) * of('claim of 500 due clips'),
    'settling what was counted': counts / of('clips settled between sweeps'),
    'what is computed every hour': 24 * growth * hourly.reduce((sum, name) => sum + of(name), 0),
    'proving the books once': growth * of('reconciliation of all books'),
    'ending a day of snapshots': counts / of('snapshots ended a second'),
  };
  const shares: [name: string, share: number][] = [];
  const rows: BenchRow[] = [];
  for (const [name, seconds] of Object.entries(work)) {
    shares.push([name, seconds / DAY_SECONDS]);
    rows.push(planned(`a day: ${name}`, seconds / 3_600, 'h', 24));
  }
  for (const platform of postPlatforms) {
    const calls = counts / postPlatforms.length / of('clips of a claimed account');
    const allowed = allowedCalls(platform);
    if (allowed !== null) shares.push([`calls to ${platform}`, calls / allowed]);
    rows.push(planned(`a day: calls to ${platform}`, calls, '', allowed));
  }
  rows.push(
    planned('a day: counts', counts, '', null),
    planned('a day: new snapshots', (counts * bytes.snapshot) / 2 ** 30, 'GiB', null),
  );
  const wal = counts * (of('WAL of a counted clip') + of('WAL of a settled clip'));
  rows.push(planned('a day: WAL', wal / 2 ** 30, 'GiB', null));
  const byShare = shares
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, share]) => `${name} (${round(share)} of what there is)`);
  return { rows, limits: byShare.slice(0, 3).join(', then ') };
}

const planned = (name: string, value: number, unit: string, most: number | null): BenchRow =>
  row({ name, value: round(value), unit, baseline: most, target: most, lowerIsBetter: true });
