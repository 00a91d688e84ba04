import { postPlatforms } from '#contract/platforms/platforms.ts';
import type { SnapshotReading } from '#server/modules/scoring/score/history.ts';
import type { Growth } from '#simulator/growth/growth.ts';
import type { Absence } from '#simulator/growth/scenario.ts';
import {
  absenceOfScenario,
  growthOfScenario,
  purchaseOfScenario,
  type ScenarioName,
  scenarioNames,
  scenarios,
} from '#simulator/growth/scenarios.ts';
import type { LabelledClip } from './population.ts';
import { pauseAfter } from './population.ts';
import { type Random, seededRandom } from './random.ts';

/** The scenarios of the platform simulator, which are independent of this folder's generator. */
export const simulatedScenarios = scenarioNames.map((name) => ({ name, fraud: scenarios[name].fraud }));

export function drawSimulated(scenario: ScenarioName, count: number, seed: number): LabelledClip[] {
  return Array.from({ length: count }, (_, i) => {
    const random = seededRandom(seed * 1_000_003 + i * 7_919);
    const platform = postPlatforms[i % postPlatforms.length]!;
    const postedAt = new Date(Date.UTC(2026, 8, 1) + random.between(0, 24 * 30) * 3_600_000);
    const input = { scenario, platform, seed: seed * 100_000 + i, postedAt };
    const [growth, absence] = [growthOfScenario(input), absenceOfScenario(input)];
    const boughtAtHours = purchaseOfScenario(input) ?? undefined;
    return {
      boughtAtHours,
      scenario: { name: scenario, fraud: scenarios[scenario].fraud },
      history: { platform, postedAt, followers: null, snapshots: read(random, growth, absence) },
    };
  });
}

function read(random: Random, growth: Growth, absence: Absence | null): SnapshotReading[] {
  const snapshots: SnapshotReading[] = [];
  const end = random.logBetween(24 * 14, 24 * 28);
  let denseUntil = 0;
  let pace = Number.POSITIVE_INFINITY;
  for (let hours = 0.5; hours <= end; ) {
    const counts = growth(hours);
    const last = snapshots.at(-1);
    const gained = last && 'hours' in last ? (counts.views - last.views) / (hours - last.hours) : 0;
    if (hours > 12 && gained > 100 && gained > 3 * pace) denseUntil = hours + 48;
    pace = gained;
    const isGone = absence && hours >= absence.fromHours && hours < absence.toHours;
    if (!isGone) snapshots.push({ hours, ...counts });
    hours += hours < denseUntil ? Math.min(1, pauseAfter(hours)) : pauseAfter(hours);
  }
  return snapshots;
}
