import {
  absenceOfScenario,
  boughtOfScenario,
  growthOfScenario,
  type ScenarioName,
  scenarioNames,
  scenarios,
} from '#simulator/growth/scenarios.ts';
import { blindScenarios } from '../fraud/blind.ts';
import { emptyGrowth, type Growth, HOURS_PER_STEP } from '../fraud/growth.ts';
import { imitators, laterImitators } from '../fraud/imitators.ts';
import { laterOddClips, oddClips } from '../fraud/odd-clips.ts';
import type { Random } from '../fraud/random.ts';
import { fraudScenarios, organicScenarios, type Scenario } from '../fraud/scenarios.ts';
import { cheats } from './cheats.ts';
import { crowds } from './crowds.ts';
import { habitsOf, type Kind, type Occasion } from './kind.ts';
import type { Played } from './post.ts';

const ofScenario =
  (set: Kind['set']) =>
  (scenario: Scenario): Kind => ({
    name: scenario.name,
    set,
    fraud: scenario.fraud,
    habits: habitsOf(scenario.fraud),
    draw: (random, { platform, hours }) => scenario.draw(random, platform, hours),
  });

const simulated = scenarioNames.map(
  (name): Kind => ({
    name,
    set: 'simulator',
    fraud: scenarios[name].fraud,
    habits: {
      ...habitsOf(scenarios[name].fraud),
      accounts: name === 'lockstep' || name === 'cap-ring' ? 3 : 1,
    },
    draw: (random, occasion) => drawSimulated(name, random, occasion),
  }),
);

function drawSimulated(
  scenario: ScenarioName,
  random: Random,
  { platform, hours, postedAt, group }: Occasion,
): Played {
  const views = random.logBetween(12_000, 300_000);
  const seed = Math.floor(random.unit() * 2 ** 31);
  const input = { scenario, platform, seed, postedAt, group, views: Math.round(views) };
  return {
    growth: sampled(growthOfScenario(input), boughtOfScenario(input), hours),
    ...(absenceOfScenario(input) && { absence: absenceOfScenario(input)! }),
  };
}

/** Turns counters of the simulator into new views of each half hour. */
function sampled(
  counts: ReturnType<typeof growthOfScenario>,
  sold: ReturnType<typeof boughtOfScenario>,
  hours: number,
): Growth {
  const growth = emptyGrowth(Math.ceil(hours / HOURS_PER_STEP));
  let [before, soldBefore] = [counts(0), sold(0)];
  for (let i = 0; i < growth.steps; i++) {
    const at = (i + 1) * HOURS_PER_STEP;
    const [now, soldNow] = [counts(at), sold(at)];
    for (const counter of ['views', 'likes', 'comments', 'shares'] as const)
      growth[counter][i] = now[counter] - before[counter];
    growth.bought[i] = Math.max(0, soldNow.views - soldBefore.views);
    [before, soldBefore] = [now, soldNow];
  }
  return growth;
}

export const kinds: readonly Kind[] = [
  ...[...organicScenarios, ...fraudScenarios].map(ofScenario('known')),
  ...[...oddClips, ...laterOddClips, ...imitators, ...laterImitators].map(ofScenario('imitators')),
  ...simulated,
  ...blindScenarios.map(ofScenario('blind')),
  ...crowds,
  ...cheats,
];
