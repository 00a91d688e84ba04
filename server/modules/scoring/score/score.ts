import { analyticsSignals } from '#contract/clips/clip-analytics.ts';
import type { SignalKey } from '#contract/scoring/signals.ts';
import { toAnalytics } from './analytics-figures.ts';
import { apportion } from './apportion.ts';
import type { Ramp } from './baselines.ts';
import type { ScoreEvidence } from './calibration.ts';
import { checkDeclared } from './declared.ts';
import { count } from './format.ts';
import { type ClipHistory, type Curve, toCurve } from './history.ts';
import { toIntervals } from './intervals.ts';
import { NO_PROOF, type Proof, proofOf } from './proof.ts';
import { type ScoreRules, shippedRules } from './rules.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';
import { findUnsupported } from './unsupported.ts';
import { type ScoreBand, toVerdict, type Verdict } from './verdict.ts';

export interface Contribution {
  signal: SignalKey;
  version: number;
  /** Whole points of the score; all contributions add up to it. 0 = informational only. */
  points: number;
  /** The measured value and the threshold of suspicion; null if the signal could not be applied. */
  observed: number | null;
  threshold: number | null;
  /** Plain English with the numbers, shown to host and clipper alike. */
  sentence: string;
  /** Hours since the post of the first and last snapshot concerned. */
  snapshotRange?: { from: number; to: number };
}

export interface Score extends Verdict, Proof {
  /** 0-100, whole; 0 is no suspicion. */
  score: number;
  contributions: Contribution[];
  /** Range of doubtful views, first excluded, last included. null = all unpaid views are doubtful, or none are. */
  contestedRange: { fromViews: number; toViews: number } | null;
  evaluatedSnapshots: number;
  /** Whether the score was made from counts alone or also from released figures. */
  evidence: ScoreEvidence;
}

export const MIN_SNAPSHOTS = 6;
export const MIN_HOURS = 24;
export const MIN_VIEWS = 1_000;

interface Hit {
  signal: Signal;
  ramp: Ramp;
  finding: Finding;
  /** −ln(1 − weight·strength): turns products of risks into sums, by which the points are apportioned. */
  share: number;
}

/**
 * Returns the published score of one clip: 100·(1 − Π(1 − weight·strength)) over all signals. Pure; linear in
 * the snapshots after sorting; throws if there are no counts. Source of the signals: docs/verification.md.
 */
export function scoreClip(history: ClipHistory, rules: ScoreRules = shippedRules): Score {
  const evidence = gather(history, rules);
  const { curve } = evidence;
  const missing = whatIsMissing(curve, evidence.views);
  const found: Hit[] = [];
  for (const signal of rules.signals) {
    if ((signal.needsHistory && missing) || (signal.needsLikes && !evidence.liked)) continue;
    const ramp = 'weak' in signal.ramp ? signal.ramp : signal.ramp[history.platform];
    const finding = signal.measure(evidence, ramp);
    const strength = finding ? along(ramp, finding.observed) * finding.gate : 0;
    if (finding && strength > 0)
      found.push({ signal, ramp, finding, share: -Math.log1p(-signal.weight * strength) });
  }
  const { hits, reasons, countsHits } = reduce(found, evidence);
  const score = scoreOf(hits);
  const points = apportion(
    score,
    hits.map((hit) => hit.share),
  );
  const contributions = hits
    .map((hit, i) => contribution(hit, points[i]!, curve))
    .filter(({ points: p }) => p > 0);
  contributions.push(...reasons);
  const countsScore = evidence.audience ? scoreOf(countsHits) : null;
  const { platform } = history;
  const verdict = toVerdict(rules, { platform, views: evidence.views, score, countsScore, missing });
  return {
    ...verdict,
    score,
    contributions: evidence.liked || curve.count === 0 ? contributions : [...contributions, likesUnknown],
    contestedRange: contestedRange(hits, curve, verdict.band),
    evaluatedSnapshots: curve.count,
    evidence: evidence.audience ? 'analytics' : 'counts',
    ...(verdict.band === 'clean' ? proofOf(evidence) : NO_PROOF),
  };
}

const isOfCounts = ({ signal }: Hit) => !analyticsSignals.includes(signal.id);

const scoreOf = (hits: Hit[]) =>
  Math.round(100 * (1 - Math.exp(-hits.reduce((sum, hit) => sum + hit.share, 0))));

/**
 * Lets clearing signals lower the suspicion of others, in the order of the catalogue. `countsHits` are lowered by
 * declarations only, because analytics are no counts.
 */
function reduce(
  found: Hit[],
  evidence: Evidence,
): { hits: Hit[]; reasons: Contribution[]; countsHits: Hit[] } {
  const reasons: Contribution[] = [];
  let hits = found.filter(({ signal }) => !signal.clears);
  let countsHits = hits.filter(isOfCounts);
  for (const clearing of found) {
    const { signal, finding, share } = clearing;
    if (!signal.clears) continue;
    const lower = (hit: Hit): Hit => {
      const part = signal.clears!(evidence, hit.signal.id, hit.finding.stretch);
      return part > 0 ? { ...hit, share: hit.share * Math.exp(-share * part) } : hit;
    };
    const before = scoreOf(hits);
    hits = hits.map(lower);
    const isDeclared = signal.id === 'declared';
    if (isDeclared) countsHits = countsHits.map(lower);
    const without = isDeclared ? 'it' : 'them';
    const effect = before > scoreOf(hits) ? ` Without ${without} the score would be ${before}.` : '';
    reasons.push({
      ...contribution(clearing, 0, evidence.curve),
      sentence: finding.sentence() + effect,
    });
  }
  return { hits, reasons, countsHits };
}

function gather(history: ClipHistory, rules: ScoreRules): Evidence {
  const curve = toCurve(history);
  const intervals = toIntervals(curve);
  const baseline = rules.baselines[history.platform];
  const likedAt = lastKnown(curve.likes);
  const commentedAt = lastKnown(curve.comments);
  const evidence = {
    history,
    curve,
    intervals,
    baseline,
    views: curve.views[curve.count - 1] ?? 0,
    liked: likedAt < 0 ? null : { likes: curve.likes[likedAt]!, views: curve.views[likedAt]! },
    commented:
      commentedAt < 0 ? null : { comments: curve.comments[commentedAt]!, views: curve.views[commentedAt]! },
    unsupported: likedAt < 0 ? null : findUnsupported(curve, intervals, baseline),
    audience: toAnalytics(history.analytics, curve, history.platform),
  };
  return { ...evidence, declared: checkDeclared(evidence) };
}

function lastKnown(values: Float64Array): number {
  let at = values.length - 1;
  while (at >= 0 && Number.isNaN(values[at]!)) at--;
  return at;
}

function whatIsMissing(curve: Curve, views: number): string | null {
  const span = curve.count < 2 ? 0 : curve.hours[curve.count - 1]! - curve.hours[0]!;
  const wants: string[] = [];
  if (curve.count < MIN_SNAPSHOTS) wants.push(`${curve.count} of ${MIN_SNAPSHOTS} readings`);
  if (span < MIN_HOURS) wants.push(`${Math.floor(span)} of ${MIN_HOURS} hours`);
  if (views < MIN_VIEWS) wants.push(`${count(views)} of ${count(MIN_VIEWS)} views`);
  return wants.length === 0 ? null : `Not enough data yet: ${wants.join(', ')}.`;
}

function contribution({ signal, ramp, finding }: Hit, points: number, curve: Curve): Contribution {
  const { stretch } = finding;
  return {
    signal: signal.id,
    version: signal.version,
    points,
    observed: finding.observed,
    threshold: ramp.weak,
    sentence: points > 0 ? finding.sentence() : '',
    ...(stretch && { snapshotRange: { from: curve.hours[stretch.from]!, to: curve.hours[stretch.to]! } }),
  };
}

const likesUnknown: Contribution = {
  signal: 'low_like_rate',
  version: 1,
  points: 0,
  observed: null,
  threshold: null,
  sentence: 'No likes are known for this post, so the checks that need likes were not made.',
};

/**
 * Returns the range from the first to the last doubtful view, if each contributing signal names a stretch.
 */
function contestedRange(hits: Hit[], curve: Curve, band: ScoreBand): Score['contestedRange'] {
  if (band !== 'needs_review' && band !== 'hold') return null;
  const ranged = hits.filter(({ finding }) => finding.contests && finding.stretch);
  if (ranged.length === 0) return null;
  const total = hits.reduce((sum, hit) => sum + hit.share, 0);
  const unranged = hits.filter(({ finding }) => !finding.stretch).reduce((sum, hit) => sum + hit.share, 0);
  if (unranged > total / 2) return null;
  return {
    fromViews: curve.views[Math.min(...ranged.map(({ finding }) => finding.stretch!.from))]!,
    toViews: curve.views[Math.max(...ranged.map(({ finding }) => finding.stretch!.to))]!,
  };
}
