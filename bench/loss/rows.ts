import { platforms, postPlatforms } from '#contract/platforms/platforms.ts';
import { type BenchRow, round, row } from '../result.ts';
import { DUE_HOURS, TARGET_CPM, TARGET_PRICE } from './assumptions.ts';
import {
  askedOf,
  type CheatFigures,
  type HonestFigures,
  honestFigures,
  type Outcome,
  profitOf,
} from './figures.ts';
import type { Clip } from './people.ts';

/** Targets of issue 45. */
const TARGETS = { loss: 20, perfectLoss: 100, inTime: 0.9, held: 0.02, asked: 0.05 };

const figure =
  (unit: string, lowerIsBetter: boolean) =>
  (name: string, value: number, target: number | null = null): BenchRow =>
    row({ name, value: round(value), unit, baseline: null, target, lowerIsBetter });
const dollars = figure('$', true);
const hours = figure('hours', true);
const bad = figure('share', true);
const good = figure('share', false);

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const most = (values: readonly number[]) => Math.max(0, ...values);

const ordinary = (cheats: readonly CheatFigures[]) => cheats.filter(({ kind }) => !kind.isPerfect);

/** Returns the kinds that pay at the target's price and rate, without perfect imitations. */
export const profitable = (cheats: readonly CheatFigures[]): CheatFigures[] =>
  ordinary(cheats).filter((one) => profitOf(one) > 0);

export function cheatRows(cheats: readonly CheatFigures[]): BenchRow[] {
  const some = ordinary(cheats);
  const losses = some.map((one) => one.lossPerThousand);
  const perfect = cheats.filter(({ kind }) => kind.isPerfect).map((one) => one.lossPerThousand);
  const paying = `of ${some.length} kinds of buyers, profitable at $${TARGET_PRICE} and CPM $${TARGET_CPM}`;
  return [
    bad('bought views paid, mean of the kinds', mean(some.map((one) => one.paidPart))),
    dollars('loss per $1,000, mean of the kinds', mean(losses), TARGETS.loss),
    dollars('loss per $1,000, worst kind', most(losses)),
    dollars('loss per $1,000, worst perfect imitation', most(perfect), TARGETS.perfectLoss),
    figure('kinds', true)(paying, profitable(cheats).length, 0),
    good('bought clips held', mean(some.map((one) => one.held))),
    good('bought clips asked about', mean(some.map((one) => one.asked))),
    good('bought clips audited', mean(some.map((one) => one.audited))),
  ];
}

export function honestRows(kinds: readonly HonestFigures[], outcome: Outcome): BenchRow[] {
  const all = honestFigures(null, outcome);
  const asked = askedOf(outcome);
  return [
    hours('hours until honest money leaves, median', all.median),
    hours('hours until honest money leaves, slowest tenth', all.slowestTenth),
    ...timely(outcome, all.dollars),
    bad('honest clips held', all.held),
    bad('honest clips held, worst kind', most(kinds.map((one) => one.held)), TARGETS.held),
    bad('honest clips asked about', all.asked, TARGETS.asked),
    bad('honest clips audited', all.audited),
    bad('honest people audited in a month', asked.auditedInMonth),
    figure('audits', true)('audits of an honest person in 90 days', asked.audits),
    figure('acts', true)('things asked of an honest person in 90 days', asked.acts),
  ];
}

/**
 * Returns rows on the honest money that is paid out in time: by row of limits, by platform, and by whether
 * the owner releases analytics.
 */
function timely(outcome: Outcome, all: number): BenchRow[] {
  const of = (name: string, which: (clip: Clip) => boolean, target: number | null = null) => {
    const some = honestFigures(null, outcome, which);
    return some.clips > 0
      ? [good(`${name} (${percent(some.dollars / all)} of it)`, some.inTime, target)]
      : [];
  };
  const outside = (clip: Clip) => !clip.isFirstTier;
  const releases = ({ account }: Clip) => account.answers.releasesAnalytics;
  return [
    ...of(`honest money that leaves within ${DUE_HOURS} hours`, () => true),
    ...of('the same in the first row of limits', ({ isFirstTier }) => isFirstTier),
    ...of('the same outside of it', outside, TARGETS.inTime),
    ...postPlatforms.flatMap((platform) => [
      ...of(`the same on ${platforms[platform].name}`, ({ post }) => post.platform === platform),
      ...of(
        `the same on ${platforms[platform].name}, outside of the first row`,
        (clip) => clip.post.platform === platform && outside(clip),
      ),
    ]),
    ...of('the same of owners who release analytics', releases),
    ...of('the same of owners who release them when asked, or never', (clip) => !releases(clip)),
  ];
}

const percent = (share: number) => `${Math.round(100 * share)}%`;
