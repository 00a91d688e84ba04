import type { SignalKey } from '#contract/scoring/signals.ts';
import { shippedRules } from '#server/modules/scoring/score/rules.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { along, type Evidence, type Finding } from '#server/modules/scoring/score/signal.ts';
import { earlier } from '../earlier.ts';
import { drawClips, type LabelledClip } from '../population.ts';
import { seededRandom } from '../random.ts';
import { fraudScenarios, organicScenarios } from '../scenarios.ts';
import { drawSimulated, simulatedScenarios } from '../simulated.ts';
import { figuresOf } from './figures.ts';

/** A clip as the model's input. */
export interface Example {
  scenario: string;
  bought: boolean;
  /** The rules' share of the score, −ln(1 − score/100). */
  share: number;
  figures: Float64Array;
}

export const SIMULATED = ' (simulator)';

/**
 * Draws `count` clips of each scenario of both generators. Each clip is an example when complete, and again
 * as of an earlier reading.
 */
export function drawExamples(seed: number, count: number): Example[] {
  const random = seededRandom(seed);
  const clips = [
    ...[...organicScenarios, ...fraudScenarios].flatMap((scenario) =>
      drawClips(scenario, count, seed).map((clip) => ({ name: scenario.name, clip })),
    ),
    ...simulatedScenarios.flatMap(({ name }) =>
      drawSimulated(name, count, seed).map((clip) => ({ name: name + SIMULATED, clip })),
    ),
  ];
  return clips.flatMap(({ name, clip }) =>
    [clip.history, earlier(random, clip)].flatMap((history): Example[] => {
      const measured = measureClip(history);
      return measured ? [{ scenario: name, bought: clip.scenario.fraud, ...measured }] : [];
    }),
  );
}

/** Returns a clip as input of the model; null when there is not enough data. */
function measureClip(history: LabelledClip['history']): Pick<Example, 'share' | 'figures'> | null {
  const findings = new Map<SignalKey, Finding>();
  let [last, share, isEnough]: [Evidence | null, number, boolean] = [null, 0, false];
  const signals = shippedRules.signals.map((signal): typeof signal => ({
    ...signal,
    measure(evidence, ramp) {
      last = evidence;
      isEnough ||= signal.needsHistory;
      const finding = signal.measure(evidence, ramp);
      if (!finding) return null;
      findings.set(signal.id, finding);
      share -= Math.log1p(-signal.weight * along(ramp, finding.observed) * finding.gate);
      return null;
    },
  }));
  scoreClip(history, { ...shippedRules, signals });
  return last && isEnough ? { share, figures: figuresOf(last, findings) } : null;
}
