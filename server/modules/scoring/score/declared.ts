import { declarationTexts } from '#contract/declarations.ts';
import type { SignalKey } from '#contract/scoring/signals.ts';
import type { Ramp } from './baselines.ts';
import type { CheckedDeclaration } from './checked-declaration.ts';
import { count, duration, percent } from './format.ts';
import { reactionsAfter } from './reactions.ts';
import { EARLY_HOURS, nearness, nearPart } from './share-window.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/** A declaration made this many hours after the share counts in full; from `strong` on it counts `LATE_WEIGHT`. */
const PROMPT: Ramp = { weak: 12, strong: 48 };
const LATE_WEIGHT = 0.5;
/** A host pays for the views, so it gains nothing by excusing bought ones. */
const WEIGHT_OF = { host: 1, clipper: 0.85 };

/** Signals about the shape of growth. Views that bring likes and comments, or that were watched, explain them. */
const OF_SHAPE: readonly SignalKey[] = ['view_spike', 'abrupt_stop', 'missing_decay'];
/** Signals about missing reactions and unusual viewers. Only views that were watched explain them. */
const OF_VIEWERS: readonly SignalKey[] = [
  'unliked_burst',
  'like_rate_drop',
  'silent_views',
  'untraceable_traffic',
  'foreign_audience',
  'unusual_devices',
  'few_subscribers',
];
/** Signals that closed comments explain in part. Anybody can close comments, so a part remains. */
const OF_COMMENTS: readonly SignalKey[] = ['likes_without_comments', 'silent_views'];
/** All signals that a declaration can lower. */
export const explainable: readonly SignalKey[] = [...OF_SHAPE, ...OF_VIEWERS, ...OF_COMMENTS];
const CLOSED_PART = 0.5;
/** Comments that were closed later than this many hours after the post can't be why a clip has none. */
const CLOSED_EARLY_HOURS = 24;

type Counts = Omit<Evidence, 'declared'>;

/** Compares what people declared with the counts. A time that is no moment of the clip's life is left out. */
export function checkDeclared(evidence: Counts): CheckedDeclaration[] {
  const { history, curve } = evidence;
  const posted = new Date(history.postedAt).getTime();
  const hoursAt = (at: Date | string) => (new Date(at).getTime() - posted) / 3_600_000;
  return (history.declared ?? []).flatMap(({ kind, by, at, declaredAt }) => {
    const atHours = hoursAt(at);
    if (!(atHours >= 0) || curve.count === 0) return [];
    const lateness = along(PROMPT, hoursAt(declaredAt) - atHours);
    return {
      ...{ kind, by, atHours },
      weight: WEIGHT_OF[by] * (1 - (1 - LATE_WEIGHT) * lateness),
      reactions: reactionsAfter(evidence, atHours),
      watched: watchedAfter(evidence, atHours),
      isSilent: isSilentFrom(evidence, atHours),
    };
  });
}

/** Watch time and engaged views, as parts of the account's usual ones. */
const WATCHED: Ramp = { weak: 0.5, strong: 0.75 };

/** Of the periods after a share, judges the one whose views were watched least. */
function watchedAfter({ audience }: Counts, atHours: number): number {
  const after = (audience?.periods ?? []).filter(
    ({ period }) => nearness(atHours, period.fromHours, period.toHours) === 1,
  );
  const known = after.map(({ watched, engaged }) => (Number.isNaN(watched) ? engaged : watched));
  if (known.length === 0 || known.some(Number.isNaN)) return Number.NaN;
  return along(WATCHED, Math.min(...known));
}

function isSilentFrom({ curve: { count: size, hours, comments } }: Counts, atHours: number): boolean {
  let before = 0;
  for (let i = 0; i < size; i++) {
    if (Number.isNaN(comments[i]!)) continue;
    if (hours[i]! <= atHours + EARLY_HOURS) before = comments[i]!;
    else if (comments[i]! > before) return false;
  }
  return true;
}

/** Returns how well the views of a share fit a real audience, 0 to 1, for a kind of signal. */
function fitOf({ reactions: { reacted, faded }, watched }: CheckedDeclaration, isShape: boolean): number {
  const isKnown = !Number.isNaN(watched);
  const seen = isKnown ? Math.min(watched, faded) : 0;
  // Views that nobody watched are not explained by their likes.
  return isShape ? Math.max(seen, Math.min(reacted, isKnown ? 2 * watched : 1)) : seen;
}

/** Returns the part of a signal's suspicion, 0 to 1, that a declaration explains. The best one counts. */
function explainedPart(evidence: Evidence, id: SignalKey, stretch: Finding['stretch']): number {
  const isShape = OF_SHAPE.includes(id);
  const parts = evidence.declared.map((one) => {
    if (one.kind === 'comments_closed') return closedPart(evidence, one, id);
    if (!isShape && !OF_VIEWERS.includes(id)) return 0;
    return one.weight * fitOf(one, isShape) * nearPart(evidence, one.atHours, stretch);
  });
  return Math.max(0, ...parts);
}

/** If the platform shows shares, views without shares are silent whether comments are open or not. */
function closedPart(
  { curve }: Evidence,
  { atHours, isSilent, weight }: CheckedDeclaration,
  id: SignalKey,
): number {
  if (!OF_COMMENTS.includes(id) || !isSilent || atHours > CLOSED_EARLY_HOURS) return 0;
  const hasShares = !Number.isNaN(curve.shares[curve.count - 1]!);
  return id === 'silent_views' && hasShares ? 0 : CLOSED_PART * weight;
}

/** Says what was declared, and whether the counts fit it. */
function sentenceOf(one: CheckedDeclaration): string {
  const who = one.by === 'host' ? 'The host' : 'The clipper';
  const { noun } = declarationTexts[one.kind];
  if (one.kind === 'comments_closed') {
    const fits = one.isSilent
      ? 'nobody commented since, so missing comments count less'
      : 'people commented since';
    return `${who} declared closed comments; ${fits}.`;
  }
  const { views, likes } = one.reactions;
  const stated = `${who} declared ${noun} ${duration(one.atHours)} after the post. ${count(views)} views followed within 12 hours`;
  if (fitOf(one, true) > 0.3)
    return `${stated}, and people reacted as after a real share, so the sudden growth counts less.`;
  if (likes < 0.45)
    return `${stated}, with ${percent(likes)} of the likes that the rest of the clip has per view, so the share explains little.`;
  return `${stated}, but not with the reactions of a real share, so the share explains little.`;
}

/** `declared`: a host or clipper declared a share or closed comments. It explains only views that fit. */
export const declaredSignal: Signal = {
  id: 'declared',
  version: 1,
  weight: 0.9,
  needsHistory: false,
  needsLikes: false,
  ramp: { weak: 0, strong: 1 },
  clears: explainedPart,
  measure: (evidence) =>
    evidence.declared.length === 0
      ? null
      : { observed: 1, gate: 1, sentence: () => evidence.declared.map(sentenceOf).join(' ') },
};
