import type { ProposalFigures, RulesComparison, RulesOutcome } from '#contract/scoring/score-proposals.ts';
import type { SignalSetting } from '#contract/scoring/score-rules.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { eachHistory, type LabelledClip, readLabels } from '#server/modules/scoring/labelled-clips.ts';
import { proposeRules } from '#server/modules/scoring/proposals.ts';
import { rulesOf, type ScoreRules, settingOf } from '#server/modules/scoring/score/rules.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { HOLD_FROM, REVIEW_FROM } from '#server/modules/scoring/score/verdict.ts';
import { newestVersion, withSignals } from '#server/modules/scoring/score-versions.ts';
import { SNAPSHOT_DAYS } from '#server/modules/tracking/tracking.ts';
import { climb, HONEST_WEIGHT, type Seen, see, settingsOf } from './fit-rules.ts';

/** Signals with one ramp for all platforms that measure a clip's counts. */
const LEARNED: ReadonlySet<string> = new Set([
  'high_engagement_rate',
  'likes_without_comments',
  'view_spike',
  'unliked_burst',
  'linear_delivery',
  'abrupt_stop',
  'like_rate_drop',
  'missing_decay',
  'regular_likes',
  'silent_views',
  'like_burst',
  'instant_plateau',
  'no_daily_cycle',
]);

/** Minimum numbers of labelled clips for a proposal: for fitting, and from later weeks for comparing. */
export interface Needed {
  fit: { bought: number; honest: number };
  compare: { bought: number; honest: number };
}
const NEEDED: Needed = { fit: { bought: 100, honest: 400 }, compare: { bought: 30, honest: 200 } };
/** Share of the labelled bought clips, the earliest ones, that is used for fitting. */
const FITTED_PART = 2 / 3;

export interface Learned {
  /** The id of the proposal; null when nothing was proposed. */
  proposalId: string | null;
  figures: ProposalFigures | null;
  says: string;
}

/**
 * Fits the rules to people's decisions about clips of earlier weeks, and compares both rules on clips of
 * later weeks. If the fitted rules do better there, proposes them to the admins. The measure is caught bought
 * clips less HONEST_WEIGHT times the held honest ones.
 */
export async function learnFromVerdicts(
  db: Database,
  now: Date,
  { report, needed = NEEDED }: { report: (line: string) => void; needed?: Needed },
): Promise<Learned> {
  const labels = await readLabels(db, after(now, -SNAPSHOT_DAYS * DAY), now);
  const bought = labels.filter(({ isBought }) => isBought);
  const last = bought[Math.floor(bought.length * FITTED_PART)];
  const heldOutFrom = last ? weekOf(last.submittedAt) : now;
  const earlier = labels.filter(({ submittedAt }) => submittedAt < heldOutFrom);
  const later = labels.filter(({ submittedAt }) => submittedAt >= heldOutFrom);
  const { version, settings } = await newestVersion(db);
  // Both rules are compared by the bands' thresholds, because the fitted rules have no scores of honest clips
  // yet.
  const rules = { ...rulesOf(version, settings), calibration: [] };

  const seen: Seen[] = [];
  await eachHistory(db, earlier, ({ isBought }, history) =>
    seen.push(see(history, isBought, { rules, fitted: LEARNED })),
  );
  const fitted = fitRules(seen, rules, report);
  const trained = countOf(seen);
  const proposed = { ...rulesOf(version + 1, withSignals(settings, fitted)), calibration: [] };
  const comparisons = await compare(db, later, [rules, proposed]);
  const all = comparisons.at(-1)!;
  const missing = whatIsMissing({ fit: trained, compare: all }, needed);
  if (missing) return { proposalId: null, figures: null, says: missing };
  const figures = { heldOutFrom, trained, comparisons };
  if (fitted.length === 0 || gain(all, all.after) <= gain(all, all.before)) {
    return {
      proposalId: null,
      figures,
      says: 'Nothing is proposed: the rules of now do as well on later weeks.',
    };
  }
  const proposalId = await transact(db, (tx) => proposeRules(tx, { version, signals: fitted, figures, now }));
  const says = 'Proposed. Nothing is judged by it until an admin applies it under Score in the panel.';
  return { proposalId, figures, says };
}

/** Returns the Monday, in UTC, of a moment's week. */
function weekOf(at: Date): Date {
  const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  return after(day, -((day.getUTCDay() + 6) % 7) * DAY);
}

const countOf = (clips: readonly { isBought: boolean }[]) => {
  const bought = clips.filter(({ isBought }) => isBought).length;
  return { bought, honest: clips.length - bought };
};

/** Returns the signals that fitting changed, rounded to readable numbers. */
function fitRules(seen: Seen[], rules: ScoreRules, report: (line: string) => void): SignalSetting[] {
  const { bought, honest } = countOf(seen);
  if (bought === 0 || honest === 0) return [];
  const settings = settingsOf(rules);
  climb(seen, settings, { fitted: LEARNED, report });
  return rules.signals.flatMap((signal, at) => {
    const before = settingOf(signal);
    const { weight, weak, strong } = settings[at]!;
    if (!LEARNED.has(signal.id)) return [];
    const ramp = { platform: null, weak: Number(weak.toPrecision(3)), strong: Number(strong.toPrecision(3)) };
    const now = { id: signal.id, weight: Number(weight.toFixed(2)), ramps: [ramp] };
    return JSON.stringify(now) === JSON.stringify(before) ? [] : [now];
  });
}

const nothing = (): RulesOutcome => ({ boughtHeld: 0, boughtAsked: 0, honestHeld: 0, honestAsked: 0 });

/** Returns the verdicts of both rules on the clips, for each platform and, last, for all. */
async function compare(
  db: Database,
  clips: LabelledClip[],
  [before, after]: [ScoreRules, ScoreRules],
): Promise<RulesComparison[]> {
  const empty = (platform: RulesComparison['platform']): RulesComparison => ({
    platform,
    bought: 0,
    honest: 0,
    before: nothing(),
    after: nothing(),
  });
  const platforms = [...new Set(clips.map(({ platform }) => platform))].toSorted();
  const comparisons = [...platforms, null].map(empty);
  await eachHistory(db, clips, ({ platform, isBought }, history) => {
    const kind = isBought ? 'bought' : 'honest';
    const scores = { before: scoreClip(history, before).score, after: scoreClip(history, after).score };
    for (const one of comparisons) {
      if (one.platform !== null && one.platform !== platform) continue;
      one[kind]++;
      for (const by of ['before', 'after'] as const) {
        if (scores[by] >= HOLD_FROM) one[by][`${kind}Held`]++;
        if (scores[by] >= REVIEW_FROM) one[by][`${kind}Asked`]++;
      }
    }
  });
  return comparisons;
}

const gain = ({ bought, honest }: RulesComparison, { boughtHeld, honestHeld }: RulesOutcome): number =>
  boughtHeld / bought - HONEST_WEIGHT * (honestHeld / honest);

/** Returns a sentence with the numbers if there are too few labels; otherwise null. */
function whatIsMissing(found: Needed, needed: Needed): string | null {
  const parts = (['fit', 'compare'] as const).flatMap((use) =>
    (['bought', 'honest'] as const)
      .filter((kind) => found[use][kind] < needed[use][kind])
      .map(
        (kind) =>
          `${found[use][kind]} of ${needed[use][kind]} ${kind} clips to ${use}${use === 'fit' ? ' to' : ''}`,
      ),
  );
  return parts.length === 0 ? null : `Too few verdicts to propose anything: ${parts.join(', ')}.`;
}
