import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { between, logNormal, streamOf } from '../random.ts';
import { audience } from './audience.ts';
import { fraudScenarios } from './fraud.ts';
import { type Growth, growthOfLayers } from './growth.ts';
import type { Absence, Scenario } from './scenario.ts';

/** Parameters of a synthetic growth. The same parameters always give the same curve. */
export interface ScenarioInput {
  scenario: ScenarioName;
  platform: PostPlatform;
  seed: number;
  postedAt: Date;
  /** Final views of the post; drawn from the account's size when absent. */
  views?: number;
  /** Clips of one farm or ring share this number (scenarios `lockstep` and `cap-ring`). */
  group?: number;
}

const organicScenarios = {
  organic: {
    fraud: false,
    says: 'An ordinary clip: first push, long tail, quieter at night.',
    build: (scene) => ({ layers: [scene.people({})] }),
  },
  'second-wave': {
    fraud: false,
    says: 'Picked up again days later by a new audience that likes it as the first did.',
    build: (scene) => {
      const share = between(scene.stream, 0.4, 0.7);
      const delayHours = between(scene.stream, 60, 240);
      return {
        layers: [
          scene.people({ views: scene.views * (1 - share) }),
          scene.people({ views: scene.views * share, delayHours, peakHours: between(scene.stream, 5, 14) }),
        ],
      };
    },
  },
  'followerless-hit': {
    fraud: false,
    says: 'A small account whose clip goes far beyond its followers.',
    build: (scene) => ({
      layers: [scene.people({ views: scene.views * 8, peakHours: between(scene.stream, 12, 30) })],
    }),
  },
  'slow-burner': {
    fraud: false,
    says: 'Found little by little over weeks.',
    build: (scene) => ({
      layers: [scene.people({ peakHours: between(scene.stream, 120, 260), tailShare: 0.1 })],
    }),
  },
  repost: {
    fraud: false,
    says: 'A clip many have seen before: short life, cooler audience.',
    build: (scene) => ({
      layers: [scene.people({ views: scene.views * 0.4, peakHours: 3, tailShare: 0.15, warmth: 0.6 })],
    }),
  },
  'platform-correction': {
    fraud: false,
    says: 'Ordinary, but the platform corrects its own counter down by a few percent.',
    build: (scene) => {
      const lost = scene.views * between(scene.stream, 0.02, 0.06);
      const atHours = between(scene.stream, 90, 200);
      return { layers: [scene.people({})], drops: [{ atHours, views: lost, likes: 0 }] };
    },
  },
  'deleted-restored': {
    fraud: false,
    says: 'Taken down for hours or days, then restored with its counts and a cooler feed.',
    build: (scene) => {
      const fromHours = between(scene.stream, 8, 120);
      const toHours = fromHours + between(scene.stream, 3, 72);
      const remembered = between(scene.stream, 0.3, 1);
      const people = scene.people({});
      const rate = (hours: number) => {
        if (hours < fromHours) return people.rate(hours);
        return hours < toHours ? 0 : remembered * people.rate(hours);
      };
      return { layers: [{ ...people, rate }], absence: { fromHours, toHours } };
    },
  },
} satisfies Record<string, Scenario>;

const byName = { ...organicScenarios, ...fraudScenarios };

export type ScenarioName = keyof typeof byName;

/** Every scenario with its description and whether it is fraud. */
export const scenarios: Record<ScenarioName, Scenario> = byName;

export const scenarioNames = Object.keys(byName) as [ScenarioName, ...ScenarioName[]];

/**
 * Returns the growth of a synthetic post. It depends on the seed only and ends after 120 days. Counts fall
 * only in scenarios with drops.
 */
export function growthOfScenario(input: ScenarioInput): Growth {
  const { layers, drops } = build(input);
  return growthOfLayers(input.seed, layers, drops);
}

/** Returns the bought part of that growth; only its views are meaningful. */
export function boughtOfScenario(input: ScenarioInput): Growth {
  const { layers } = build(input);
  const bought = layers.map((layer) =>
    layer.boughtFromHours === undefined ? { ...layer, views: 0 } : layer,
  );
  return growthOfLayers(input.seed, bought);
}

/** Returns when the post of a scenario is unavailable; null when it always is available. */
export const absenceOfScenario = (input: ScenarioInput): Absence | null => build(input).absence ?? null;

/**
 * Returns the hours since the post at which a scenario's first delivery begins; null when nothing was bought.
 */
export function purchaseOfScenario(input: ScenarioInput): number | null {
  const starts = build(input).layers.flatMap(({ boughtFromHours }) => boughtFromHours ?? []);
  return starts.length === 0 ? null : Math.min(...starts);
}

function build(input: ScenarioInput) {
  const stream = streamOf(input.seed, input.scenario, input.platform);
  const views = input.views ?? Math.min(2_000_000, logNormal(stream, 12_000, 1));
  return scenarios[input.scenario].build({
    stream,
    groupStream: streamOf(input.group ?? input.seed, 'group', input.scenario),
    platform: input.platform,
    views,
    people: (shape) =>
      audience(stream, input.platform, input.postedAt, {
        views,
        peakHours: logNormal(stream, 8, 0.45),
        tailShare: between(stream, 0.25, 0.55),
        ...shape,
      }),
  });
}
