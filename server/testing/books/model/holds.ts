import { type ClipBook, type Hold, isHeld, type Verdict } from './books.ts';
import { countedViews } from './counts.ts';

/** Views with such a score are never released by time alone. */
export const HIGH_SCORE = 60;

/** Gives a clip the verdict of a count. A higher score strengthens its open hold. */
export function enterVerdict(clip: ClipBook, { band, score }: Verdict): void {
  clip.verdict = { band, score };
  if (isHeld(clip) && band === 'hold') clip.hold!.score = Math.max(clip.hold!.score, score ?? 0);
}

interface Entered extends Omit<Hold, 'score'> {
  /** Whether a person decided, so that the same score needs no further decision. */
  isByReviewer: boolean;
}

/** Opens, extends or decides a hold. */
export function enterHold(clip: ClipBook, { isByReviewer, ...entered }: Entered): void {
  const known = clip.hold?.nth === entered.nth ? clip.hold.score : 0;
  const score = Math.max(known, clip.verdict.score ?? 0);
  const isOpen = entered.state === 'open' || entered.state === 'escalated';
  if (isOpen || !isHeld(clip) || clip.hold!.nth === entered.nth) clip.hold = { ...entered, score };
  if (isOpen) clip.finished = false;
  if (entered.state === 'upheld') {
    clip.excluded.set(entered.nth, { from: entered.from, to: entered.to ?? countedViews(clip) });
    if (isByReviewer) clip.upheldScore = score;
  } else clip.excluded.delete(entered.nth);
  if (entered.state === 'released' && isByReviewer && score >= HIGH_SCORE) clip.clearedScore = score;
}
