import type { ClipBook } from './model/books.ts';
import { enterHold, enterVerdict } from './model/holds.ts';
import type { HoldShown, ReceiptShown } from './shown.ts';
import type { Fact, Observed, World } from './world.ts';

/**
 * Returns the changes of a clip's verdict and holds since the last round. The model takes them from the server
 * as they are; it derives only the money that follows from them.
 */
export function verdictFacts(
  w: World,
  clip: ClipBook,
  receipt: ReceiptShown | undefined,
  holds: HoldShown[] | undefined,
): Fact[] {
  if (!receipt) return [];
  const { band, score } = receipt.verdict;
  const now: Observed = { at: w.now, band, score, holds: holds ?? null };
  const facts: Fact[] = [];
  let before = w.learned;
  let known = w.holds.get(clip.id) ?? [];
  for (const seen of [...(w.observed.get(clip.id) ?? []), now]) {
    const counted = lastCount(receipt, before, seen.at) ?? seen.at;
    facts.push({ at: counted, apply: () => enterVerdict(clip, seen) });
    if (seen.holds) {
      facts.push(...holdFacts(w, clip, { known, seen: seen.holds, before, counted, at: seen.at }));
      known = seen.holds;
    }
    before = seen.at;
  }
  w.holds.set(clip.id, known);
  return facts;
}

/** Returns the time of the last count between two observations, when a verdict or a range can have changed. */
function lastCount({ snapshots }: ReceiptShown, after: Date, until: Date): Date | null {
  const times = snapshots
    .map(({ fetchedAt }) => new Date(fetchedAt))
    .filter((at) => at > after && at <= until);
  return times.length > 0 ? new Date(Math.max(...times.map((at) => at.getTime()))) : null;
}

interface Change {
  /** Holds of the previous observation and of this one, newest first. */
  known: HoldShown[];
  seen: HoldShown[];
  /** The time of the previous observation, of the last count after it, and of this observation. */
  before: Date;
  counted: Date;
  at: Date;
}

function holdFacts(w: World, clip: ClipBook, { known, seen, before, counted, at }: Change): Fact[] {
  return seen.toReversed().flatMap((hold, nth) => {
    const old = known.at(-1 - nth);
    const enter = (time: Date, state: HoldShown['state']): Fact => ({
      at: time,
      apply() {
        enterHold(clip, {
          nth,
          from: hold.fromViews,
          to: hold.toViews,
          state,
          isByReviewer: hold.isByReviewer,
        });
        clip.changedAt = w.now;
      },
    });
    const isSame = old?.state === hold.state && old.decidedAt === hold.decidedAt;
    if (isSame && old.fromViews === hold.fromViews && old.toViews === hold.toViews) return [];
    // A later count can extend the range of an open hold.
    if (isSame) return [enter(counted, hold.state)];
    const facts: Fact[] = [];
    if (!old) facts.push(enter(new Date(hold.openedAt), 'open'));
    // An appeal against an upheld hold contests its views again.
    if (old?.decidedAt && old.decidedAt !== hold.decidedAt) facts.push(enter(before, 'open'));
    if (hold.state === 'escalated') facts.push(enter(at, 'escalated'));
    if (hold.decidedAt) facts.push(enter(new Date(hold.decidedAt), hold.state));
    return facts;
  });
}
