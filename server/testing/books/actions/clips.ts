import type { ClipBook, ListingBook } from '../model/books.ts';
import type { Person } from '../people.ts';
import { type Action, able, personOf, type World } from '../world.ts';
import { postedBefore } from './posted.ts';

/**
 * Returns organic growth: most views arrive in the first hours, with likes, comments and shares in
 * proportion.
 */
function evening({ dice }: World): object[] {
  const total = dice.between(1_200, 30_000);
  const pace = dice.between(5, 14);
  const likes = dice.between(35, 100) / 1_000;
  return growth({ total, pace, likes, comments: dice.between(2, 6) / 1_000 });
}

interface Growth {
  total: number;
  /** The hours in which two thirds of the views arrive. */
  pace: number;
  /** Likes and comments per view. */
  likes: number;
  comments: number;
}

export function growth({ total, pace, likes, comments }: Growth): object[] {
  const hours = 40;
  return Array.from({ length: hours + 1 }, (_, hour) => {
    const views = Math.round((total * (1 - Math.exp(-hour / pace))) / (1 - Math.exp(-hours / pace)));
    const of = (share: number) => Math.round(views * share);
    return { hours: hour, views, likes: of(likes), comments: of(comments), shares: of(comments / 2) };
  });
}

/** Returns bought growth: a few organic views, then a spike within an hour without likes. */
export function bought({ dice }: World): object[] {
  const honest = dice.between(400, 1_500);
  const ordered = dice.between(5, 40) * 1_000;
  return [
    { hours: 0, views: 0, likes: 0, comments: 0 },
    { hours: 10, views: honest, likes: Math.round(honest * 0.06), comments: 4 },
    { hours: 11, views: honest + ordered, likes: Math.round(honest * 0.06) + 2, comments: 4 },
    { hours: 48, views: honest * 2 + ordered, likes: Math.round(honest * 0.1), comments: 6 },
  ];
}

const open = (w: World): ListingBook[] =>
  [...w.books.listings.values()].filter(
    ({ state, postedAt }) => state === 'active' && postedBefore(w.now).getTime() > postedAt.getTime(),
  );

function addClip(
  { books, now }: World,
  clip: Pick<ClipBook, 'id' | 'listingId' | 'clipperId' | 'platform' | 'earlier'>,
): void {
  const { terms } = books.listings.get(clip.listingId)!;
  const unseen = {
    snapshots: [],
    excluded: new Map(),
    steps: [],
    hold: null,
    verdict: { band: 'not_enough_data' as const, score: null },
    clearedScore: null,
    upheldScore: null,
  };
  const undecided = { rejectedFor: null, approvedAt: null, windowEnd: null, stoppedAt: null };
  const unpaid = {
    reached: false,
    reachedBut: null,
    finished: false,
    reserved: 0n,
    appealed: false,
    isSpent: false,
  };
  const pending = { status: 'pending' as const, submittedAt: now, changedAt: now, terms };
  books.clips.set(clip.id, { ...clip, ...pending, ...unseen, ...undecided, ...unpaid });
}

export const submit: Action = {
  name: 'submit a clip',
  weight: 14,
  async run(w) {
    const listings = open(w);
    if (listings.length === 0) return null;
    const listing = w.dice.oneOf(listings);
    const clipper = w.dice.oneOf(able(w.clippers));
    const platform = w.dice.percent(70) ? 'tiktok' : 'instagram';
    const curve = w.dice.percent(15) ? bought(w) : evening(w);
    return await submitTo(w, listing, clipper, { platform, curve });
  },
};

export async function submitTo(
  w: World,
  listing: ListingBook,
  clipper: Person,
  video: { platform: ClipBook['platform']; curve: object[] },
): Promise<string> {
  const made = { ...video, handle: clipper.name };
  const at = { postedAt: postedBefore(w.now).toISOString(), caption: 'A long evening #ad' };
  const post = (await w.stage.tool('POST', '/dev/simulator/videos', { ...made, ...at })) as {
    id: string;
    url: string;
  };
  const body = { listingId: listing.id, url: post.url, platform: made.platform, reportedViews: 10 };
  const { id } = await clipper.caller.ask('/api/submissions', body);
  w.posts.push({ platform: made.platform, id: post.id, url: post.url, clipId: id });
  addClip(w, { id, listingId: listing.id, clipperId: clipper.id, platform: made.platform, earlier: [] });
  return `${clipper.name} submits ${made.platform} clip ${id} to ${listing.title}`;
}

/** Resubmits a clip that was rejected for a missing disclosure, once, with the disclosure added. */
export const submitAgain: Action = {
  name: 'submit a corrected clip',
  weight: 4,
  async run(w) {
    const rejected = [...w.books.clips.values()].filter(
      (clip) =>
        clip.status === 'rejected' && clip.rejectedFor !== null && !clip.appealed && isOpenFor(w, clip),
    );
    if (rejected.length === 0) return null;
    const { id: firstId, listingId, clipperId, platform, rejectedFor, ...clip } = w.dice.oneOf(rejected);
    const post = w.posts.find(({ clipId }) => clipId === firstId)!;
    const clipper = personOf(w.clippers, clipperId);
    const body = { listingId, url: post.url, platform, reportedViews: 10 };
    const { status, body: answer } = await clipper.caller.send('POST', '/api/submissions', body);
    const what = `${clipper.name} submits ${firstId}, rejected for ${rejectedFor}, again`;
    if (status !== 200) return `${what}: ${answer.code}`;
    const tries = w.posts
      .filter(({ url }) => url === post.url)
      .map(({ clipId }) => w.books.clips.get(clipId)!);
    const isFirst = tries.filter(({ status: now }) => now !== 'withdrawn').length === 1;
    if (rejectedFor !== 'missing_disclosure' || !isFirst) throw new Error(`${what}: it is taken`);
    w.posts.push({ ...post, clipId: answer.id });
    addClip(w, {
      id: answer.id,
      listingId,
      clipperId,
      platform,
      earlier: [...clip.earlier, ...clip.snapshots],
    });
    return `${what}: it is ${answer.id}`;
  },
};

const isOpenFor = (w: World, { listingId, clipperId }: ClipBook): boolean => {
  const { banned, closed } = personOf(w.clippers, clipperId);
  return !banned && !closed && w.books.listings.get(listingId)!.state === 'active';
};

/** The platform removes views that it has already counted. */
export const takeViewsBack: Action = {
  name: 'a counter falls',
  weight: 3,
  async run(w) {
    const counted = w.posts.filter(({ clipId }) => {
      const clip = w.books.clips.get(clipId)!;
      return clip.status === 'approved' && !clip.finished && (clip.snapshots.at(-1)?.views ?? 0) > 500;
    });
    if (counted.length === 0) return null;
    const post = w.dice.oneOf(counted);
    const views = w.books.clips.get(post.clipId)!.snapshots.at(-1)!.views;
    const removeViews = w.dice.between(1, Math.ceil(views * (w.dice.percent(50) ? 0.01 : 0.3)));
    await w.stage.tool('PATCH', '/dev/simulator/videos', {
      platform: post.platform,
      id: post.id,
      removeViews,
    });
    return `the platform takes ${removeViews} of ${views} views of ${post.clipId} back`;
  },
};
