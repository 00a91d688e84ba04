import { HOUR } from '#server/infra/clock.ts';
import { growthThrough } from '#simulator/curve.ts';
import type { CurvePoint, Growth } from '#simulator/growth.ts';
import { growthOfScenario, type ScenarioInput } from '#simulator/scenarios.ts';
import type { DemoPlatform } from '../demo-listings.ts';

/** Posted in the early evening, whenever the demo is started: what is drawn from it keeps its score. */
const EVENING = new Date('2026-01-05T18:00:00Z');

export interface Drawn {
  scenario: ScenarioInput['scenario'];
  platform: DemoPlatform;
  seed: number;
  /** Views in the end. */
  views: number;
}

/** Hourly for three days, then four a day for two weeks: what a platform is asked for. */
const HOURS = [
  ...Array.from({ length: 72 }, (_, hour) => hour + 1),
  ...Array.from({ length: 44 }, (_, quarter) => 78 + quarter * 6),
];

/** The growth of a scenario as points that a simulated post follows. */
export function drawCurve(drawn: Drawn): CurvePoint[] {
  const growth = growthOfScenario({ ...drawn, postedAt: EVENING });
  return HOURS.map((hours) => ({ hours, ...growth(hours) }));
}

export const growthOf = (points: CurvePoint[]): Growth => growthThrough(points);

/** How old a post is at a moment, in hours. */
export const ageAt = (postedAt: Date, at: Date): number => (at.getTime() - postedAt.getTime()) / HOUR;
