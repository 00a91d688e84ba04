import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { hoursToHold, quantile } from './delay.ts';
import { handSetVerdict } from './hand-set.ts';
import type { LabelledClip } from './population.ts';

/** One clip of five is bought: precision depends on it, so it is fixed and named. */
export const FRAUD_SHARE = 0.2;

/** How the clips of one scenario are judged, by the score and by the hand-set thresholds. */
export interface Verdicts {
  scenario: LabelledClip['scenario'];
  /** Shares of the scenario's clips. */
  held: number;
  flagged: number;
  handHeld: number;
  handFlagged: number;
  /** Hours from purchase to hold, of those that were held; null where nothing was bought. */
  delay: { median: number; slowestTenth: number } | null;
}

export interface Spent {
  ms: number;
  clips: number;
}

/** Judges clips of one scenario; `delayed` of them at every reading of their life. Adds to `spent` what scoring took. */
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
    delay: delayOf(clips.slice(0, delayed)),
  };
}

function delayOf(clips: LabelledClip[]): Verdicts['delay'] {
  if (!clips[0]?.scenario.fraud) return null;
  const hours = clips.map(hoursToHold).filter((delay) => delay !== null);
  return { median: quantile(hours, 0.5), slowestTenth: quantile(hours, 0.9) };
}

export type Measure = 'held' | 'flagged' | 'handHeld' | 'handFlagged';

export interface Summary {
  recall: number;
  falsely: number;
  precision: number;
}

/** All scenarios of a kind weigh the same. */
export function summary(verdicts: Verdicts[], measure: Measure): Summary {
  const of = (fraud: boolean) =>
    mean(verdicts.filter(({ scenario }) => scenario.fraud === fraud).map((v) => v[measure]));
  const [recall, falsely] = [of(true), of(false)];
  return { recall, falsely, precision: precisionOf(recall, falsely) };
}

/** Of the clips that are held, the share that was bought. */
export function precisionOf(recall: number, falsely: number): number {
  const caught = FRAUD_SHARE * recall;
  return caught / (caught + (1 - FRAUD_SHARE) * falsely);
}

const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
