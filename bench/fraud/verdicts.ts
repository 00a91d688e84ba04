import { scoreClip } from '#server/modules/scoring/score/score.ts';
import type { ScoreBand } from '#server/modules/scoring/score/verdict.ts';
import { hoursToHold, quantile } from './delay.ts';
import { handSetVerdict } from './hand-set.ts';
import type { LabelledClip } from './population.ts';

/** Share of bought clips. Precision depends on this share, so it is fixed. */
export const FRAUD_SHARE = 0.2;

/** Verdicts on the clips of a scenario, by the score and by the hand-set thresholds. */
export interface Verdicts {
  scenario: LabelledClip['scenario'];
  /** Shares of the scenario's clips that got each verdict. */
  held: number;
  flagged: number;
  handHeld: number;
  handFlagged: number;
  /** Shares of the scenario's clips by band, which decides what is done about a clip. */
  bands: Record<ScoreBand, number>;
  /** Hours from purchase to hold of the held clips; null for honest scenarios. */
  delay: { median: number; slowestTenth: number } | null;
}

export interface Spent {
  ms: number;
  clips: number;
}

/**
 * Scores clips of a scenario; the first `delayed` of them at every reading. Adds the time spent on scoring to
 * `spent`.
 */
export function judge(clips: LabelledClip[], spent: Spent, delayed: number): Verdicts {
  const started = process.cpuUsage();
  const bands = clips.map(({ history }) => scoreClip(history).band);
  const { user, system } = process.cpuUsage(started);
  spent.ms += (user + system) / 1_000;
  spent.clips += clips.length;
  const hand = clips.map(({ history }) => handSetVerdict(history));
  const share = (hits: number) => hits / clips.length;
  return {
    scenario: clips[0]!.scenario,
    held: share(bands.filter((band) => band === 'hold').length),
    flagged: share(bands.filter((band) => band === 'hold' || band === 'needs_review').length),
    handHeld: share(hand.filter((verdict) => verdict === 2).length),
    handFlagged: share(hand.filter((verdict) => verdict > 0).length),
    bands: bandsOf((band) => share(bands.filter((one) => one === band).length)),
    delay: delayOf(clips.slice(0, delayed)),
  };
}

function delayOf(clips: LabelledClip[]): Verdicts['delay'] {
  if (!clips[0]?.scenario.fraud) return null;
  const hours = clips.map(hoursToHold).filter((delay) => delay !== null);
  return { median: quantile(hours, 0.5), slowestTenth: quantile(hours, 0.9) };
}

const bandsOf = (share: (band: ScoreBand) => number): Record<ScoreBand, number> => ({
  clean: share('clean'),
  needs_review: share('needs_review'),
  hold: share('hold'),
  not_enough_data: share('not_enough_data'),
});

/** Averages the bands over honest or bought scenarios; those of one kind have equal weight. */
export function bandsOfAll(verdicts: Verdicts[], fraud: boolean): Record<ScoreBand, number> {
  const some = verdicts.filter(({ scenario }) => scenario.fraud === fraud);
  return bandsOf((band) => mean(some.map(({ bands }) => bands[band])));
}

export type Measure = 'held' | 'flagged' | 'handHeld' | 'handFlagged';

export interface Summary {
  recall: number;
  falsely: number;
  precision: number;
}

/** Averages a measure over scenarios; those of one kind have equal weight. */
export function summary(verdicts: Verdicts[], measure: Measure): Summary {
  const of = (fraud: boolean) =>
    mean(verdicts.filter(({ scenario }) => scenario.fraud === fraud).map((v) => v[measure]));
  const [recall, falsely] = [of(true), of(false)];
  return { recall, falsely, precision: precisionOf(recall, falsely) };
}

/** Returns the precision, which is the share of held clips that were bought. */
export function precisionOf(recall: number, falsely: number): number {
  const caught = FRAUD_SHARE * recall;
  return caught / (caught + (1 - FRAUD_SHARE) * falsely);
}

const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
