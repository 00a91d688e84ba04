import { simulatedPosts } from '#simulator/platforms.ts';
import { streamOf } from '#simulator/random.ts';
import { viewersOf } from '../fraud/audiences.ts';
import { oddViewers } from '../fraud/odd-audiences.ts';
import type { Random } from '../fraud/random.ts';
import { organicScenarios } from '../fraud/scenarios.ts';
import { soldViewers } from '../fraud/sellers.ts';
import type { Habits, Occasion } from './kind.ts';
import type { Account } from './people.ts';
import type { WatchedPost } from './platforms.ts';
import { absenceOf, curveOf, type Played, shownOf } from './post.ts';

/** Draws until the size is within the kind's range; the closest draw is used if none is. */
const DRAWS = 60;
/** The window, the recheck, a week for late figures, and the hours before the submission and approval. */
const HOURS_AROUND_WINDOW = 24 * 8 + 80;

export interface DrawnPost extends WatchedPost {
  isBought: boolean;
}

/** Draws the next clip of an account, posted now. */
export function drawPost(account: Account, windowDays: number, postedAt: Date): DrawnPost {
  const { slot } = account;
  const { kind, platform, random, group } = slot;
  const { submitAfterHours, honestFirst, honestViews } = kind.habits;
  const windowEndsAt = submitAfterHours + 6 + windowDays * 24;
  const occasion: Occasion = {
    ...{ platform, postedAt, windowEndsAt },
    // Accounts of one person buy the same delivery for their n-th clip.
    group: group * 1_000 + account.posted,
    hours: windowDays * 24 + HOURS_AROUND_WINDOW,
  };
  const isBought = kind.fraud && account.posted >= honestFirst;
  const played = sized(random, occasion, isBought || !kind.fraud ? kind : organic(honestViews));
  const curve = curveOf(played);
  const usual = viewersOf(random, account.viewers);
  const sold = soldViewers(random, played.seller ?? slot.seller, usual);
  const seed = Math.floor(random.unit() * 2 ** 31);
  const { id } = simulatedPosts[platform].makeIds(streamOf(seed, slot.nth, account.posted), postedAt);
  return {
    ...{ platform, id, postedAt, curve, seed, isBought },
    handle: account.handle,
    caption: `A clip with a caption of its own, number ${slot.nth}-${slot.posted}`,
    durationSeconds: 12 + (seed % 48),
    shownViews: shownOf(random, played, curve),
    hasLikes: played.reading !== 'likes_hidden',
    absence: absenceOf(random, played),
    isDeleted: false,
    honest: played.audience ? oddViewers(random, played.audience, usual) : usual,
    sold: { ...sold, ...played.soldAs },
    ...(played.shared && { shared: played.shared }),
  };
}

type Sized = {
  fraud: boolean;
  habits: Pick<Habits, 'views'>;
  draw(r: Random, o: Occasion): Played;
};

function sized(random: Random, occasion: Occasion, { fraud, habits: { views }, draw }: Sized): Played {
  let best: { played: Played; off: number } | null = null;
  for (let n = 0; n < DRAWS; n++) {
    const played = draw(random, occasion);
    const size = (fraud ? played.growth.bought : played.growth.views).reduce((a, b) => a + b, 0);
    if (size >= views.least && size <= views.most) return played;
    const off = Math.abs(Math.log(Math.max(1, size) / (size < views.least ? views.least : views.most)));
    if (!best || off < best.off) best = { played, off };
  }
  return best!.played;
}

/** A clip of a buyer who builds trust. */
const organic = (views: Habits['honestViews']): Sized => ({
  fraud: false,
  habits: { views },
  draw: (r, { platform, hours }) => organicScenarios[0]!.draw(r, platform, hours),
});
