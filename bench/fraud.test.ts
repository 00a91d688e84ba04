import { expect, test } from 'vitest';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { drawClips } from './fraud/population.ts';
import { fraudScenarios, organicScenarios } from './fraud/scenarios.ts';
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

test('of honest synthetic clips at most one in a hundred is held', () => {
  expect(shareHeld(false)).toBeLessThanOrEqual(0.01);
});

test('of bought synthetic clips at least four in five are held', () => {
  expect(shareHeld(true)).toBeGreaterThanOrEqual(0.8);
});

test('the same seed draws the same clips', () => {
  const again = drawClips(fraudScenarios[0]!, 3, SEED);
  expect(again).toEqual(drawClips(fraudScenarios[0]!, 3, SEED));
});
