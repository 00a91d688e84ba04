import { HOUR } from '#server/infra/clock.ts';
import { growthThrough } from '#simulator/growth/curve.ts';
import type { CurvePoint, Growth } from '#simulator/growth/growth.ts';
import { growthOfScenario, type ScenarioInput } from '#simulator/growth/scenarios.ts';
import type { DemoPlatform } from '../demo-listings.ts';

/** Curves start in the early evening, whenever the demo is started, so that their scores are constant. */
const EVENING = new Date('2026-01-05T18:00:00Z');

export interface Drawn {
  scenario: ScenarioInput['scenario'];
  platform: DemoPlatform;
  seed: number;
  /** The number of final views. */
  views: number;
}

/** Hours at which a curve has points: hourly for three days, then four times a day. */
const HOURS = [
  ...Array.from({ length: 72 }, (_, hour) => hour + 1),
  ...Array.from({ length: 44 }, (_, quarter) => 78 + quarter * 6),
];

/** Returns the growth of a scenario as points that a simulated post follows. */
export function drawCurve(drawn: Drawn): CurvePoint[] {
  const growth = growthOfScenario({ ...drawn, postedAt: EVENING });
  return HOURS.map((hours) => ({ hours, ...growth(hours) }));
}

export const growthOf = (points: CurvePoint[]): Growth => growthThrough(points);

/** Returns a post's age in hours at a moment. */
export const ageAt = (postedAt: Date, at: Date): number => (at.getTime() - postedAt.getTime()) / HOUR;
