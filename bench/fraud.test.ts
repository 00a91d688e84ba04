import { expect, test } from 'vitest';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { judgeDeclared, sharedScenarios } from './fraud/declared.ts';
import { imitators } from './fraud/imitators.ts';
import { oddClips } from './fraud/odd-clips.ts';
import { drawClips } from './fraud/population.ts';
import { judgeReleased, shares } from './fraud/released.ts';
import { fraudScenarios, organicScenarios, type Scenario } from './fraud/scenarios.ts';
import { drawSimulated, simulatedScenarios } from './fraud/simulated.ts';

const SEED = 4_242;
const CLIPS = 60;

const drawn = [
  ...[...organicScenarios, ...fraudScenarios].map((scenario) => drawClips(scenario, CLIPS, SEED)),
  ...simulatedScenarios.map(({ name }) => drawSimulated(name, CLIPS, SEED)),
].flat();

function shareHeld(fraud: boolean): number {
  const clips = drawn.filter(({ scenario }) => scenario.fraud === fraud);
  return clips.filter(({ history }) => scoreClip(history).band === 'hold').length / clips.length;
}

test('at most one in a hundred honest synthetic clips is held', () => {
  expect(shareHeld(false)).toBeLessThanOrEqual(0.01);
});

test('at least four in five bought synthetic clips are held', () => {
  expect(shareHeld(true)).toBeGreaterThanOrEqual(0.8);
});

test('the same seed draws the same clips', () => {
  const again = drawClips(fraudScenarios[0]!, 3, SEED);
  expect(again).toEqual(drawClips(fraudScenarios[0]!, 3, SEED));
});

const released = (scenarios: typeof organicScenarios) =>
  shares(
    scenarios.flatMap((scenario) => drawClips(scenario, CLIPS, SEED)).flatMap((clip) => judgeReleased(clip)),
  );

test('analytics find most buyers who imitate an audience, who are hardly visible in counts alone', () => {
  const { alone, released: known } = released(imitators);
  expect(alone.held).toBeLessThan(0.4);
  expect(known.seen).toBeGreaterThanOrEqual(0.65);
});

test('analytics clear most odd audiences that counts alone hold', () => {
  const { alone, released: known } = released(oddClips);
  expect(known.held).toBeLessThan(alone.held / 2);
  expect(known.held).toBeLessThanOrEqual(0.02);
});

test('with analytics at most one in two hundred honest clips of the known kinds is held', () => {
  expect(released(organicScenarios).released.held).toBeLessThanOrEqual(0.005);
});

const declaredHolds = (scenarios: readonly Scenario[]) =>
  judgeDeclared(scenarios.flatMap((scenario) => drawClips(scenario, CLIPS, SEED))).held;

test('a declared raid or community post is held at most a fifth as often as an undeclared one', () => {
  const { without, declared } = declaredHolds(sharedScenarios.slice(0, 2));
  expect(without).toBeGreaterThan(0.05);
  expect(declared).toBeLessThanOrEqual(without / 5);
});

test('a bought delivery is held nearly as often if its buyer declares it as a raid', () => {
  const { without, declared } = declaredHolds(fraudScenarios);
  expect(declared).toBeGreaterThanOrEqual(without - 0.02);
});
