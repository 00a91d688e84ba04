import { z } from 'zod';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { growthThrough } from '../growth/curve.ts';
import type { Counts, Growth } from '../growth/growth.ts';
import type { Absence } from '../growth/scenario.ts';
import {
  absenceOfScenario,
  boughtOfScenario,
  growthOfScenario,
  type ScenarioInput,
  type ScenarioName,
  scenarioNames,
  scenarios,
} from '../growth/scenarios.ts';
import { opaque } from '../ids.ts';
import { simulatedPosts } from '../platforms.ts';
import { seedFrom, streamOf } from '../random.ts';
import { clipPlatform, media, type Post } from '../state.ts';
import { films, videoOf } from '../videos.ts';
import { ensureAccount, type World } from '../world.ts';

const count = z.number().int().min(0);

export const postInput = z.strictObject({
  platform: clipPlatform,
  handle: z.string(),
  /** The scenario by which the post's counts grow; `organic` unless a curve is given. */
  scenario: z.enum(scenarioNames).optional(),
  curve: z
    .array(
      z.object({
        hours: z.number().min(0),
        views: count,
        likes: count.default(0),
        comments: count.default(0),
        shares: count.default(0),
      }),
    )
    .min(1)
    .optional(),
  /** Final views of a scenario. */
  views: count.optional(),
  group: z.number().int().optional(),
  caption: z.string().max(2200).optional(),
  postedAt: z.coerce.date().optional(),
  durationSeconds: z.number().int().positive().optional(),
  medium: z.enum(media).optional(),
  film: z.enum(films).optional(),
  seed: z.number().int().optional(),
  likesHidden: z.boolean().optional(),
  commentsOff: z.boolean().optional(),
  paidPromotion: z.boolean().optional(),
  dataLagHours: z.number().min(0).optional(),
});
export type PostInput = z.infer<typeof postInput>;

export interface MadePost {
  url: string;
  /** A link that redirects to `url`, as the platform's share button makes it. */
  shortUrl: string | null;
  id: string;
  platform: PostPlatform;
  postedAt: Date;
  durationSeconds: number;
  posterUrl: string;
}

export const postChange = z.strictObject({
  visibility: z.enum(['public', 'unlisted', 'private', 'deleted']).optional(),
  caption: z.string().max(2200).optional(),
  paidPromotion: z.boolean().optional(),
  /** Views that the platform removes from now on. */
  removeViews: count.optional(),
});
export type PostChange = z.infer<typeof postChange>;

/** Creates a post of the account. Throws a RangeError for an invalid handle or curve. */
export function createPost(world: World, input: PostInput): MadePost {
  if (input.curve) growthThrough(input.curve);
  const account = ensureAccount(world, input);
  const nth = world.state.posts.filter(
    (post) => post.platform === input.platform && post.accountId === account.id,
  ).length;
  // The seed depends on the account and the post's position, so that other calls in between never change a
  // post's figures.
  const seed = seedFrom(world.state.seed, input.platform, account.handle, nth + world.state.forgottenPosts);
  const stream = streamOf(seed, 'post');
  const postedAt = input.postedAt ?? world.clock.now();
  const { id, apiId = id } = simulatedPosts[input.platform].makeIds(stream, postedAt);
  const shown = { seed: input.seed ?? seed, film: input.film ?? null };
  const post: Post = {
    id,
    apiId,
    platform: input.platform,
    accountId: account.id,
    caption: input.caption ?? '',
    postedAt: postedAt.toISOString(),
    durationSeconds: input.durationSeconds ?? videoOf(shown).seconds,
    ...shown,
    scenario: input.curve ? null : (input.scenario ?? 'organic'),
    curve: input.curve ?? null,
    views: input.views ?? null,
    group: input.group ?? null,
    visibility: 'public',
    medium: input.medium ?? 'video',
    likesHidden: input.likesHidden ?? false,
    commentsOff: input.commentsOff ?? false,
    paidPromotion: input.paidPromotion ?? false,
    dataLagHours: input.dataLagHours ?? 0,
    corrections: [],
    shortCode: `ZM${opaque(stream, 7)}`,
  };
  world.state.posts.push(post);
  return describePost(world, post);
}

/** Returns the fields of a post that its creator needs. */
export function describePost(world: World, post: Post): MadePost {
  return {
    url: urlOf(world, post),
    shortUrl: simulatedPosts[post.platform].shortUrl?.(post.shortCode) ?? null,
    id: post.id,
    platform: post.platform,
    postedAt: new Date(post.postedAt),
    durationSeconds: post.durationSeconds,
    posterUrl: posterUrlOf(world, post),
  };
}

export const posterUrlOf = ({ posters }: World, post: Post): string => `${posters}/${videoOf(post).name}.jpg`;

export function urlOf(world: World, post: Post): string {
  const account = world.state.accounts.find(
    (one) => one.platform === post.platform && one.id === post.accountId,
  );
  return simulatedPosts[post.platform].url(account?.handle ?? '', post.id);
}

/** Changes a post. Returns false when it does not exist. */
export function changePost(world: World, platform: PostPlatform, id: string, change: PostChange): boolean {
  const post = world.state.posts.find((one) => one.platform === platform && one.id === id);
  if (post === undefined) return false;
  post.visibility = change.visibility ?? post.visibility;
  post.caption = change.caption ?? post.caption;
  post.paidPromotion = change.paidPromotion ?? post.paidPromotion;
  if (change.removeViews) {
    post.corrections.push({ at: world.clock.now().toISOString(), views: change.removeViews });
  }
  return true;
}

/** Returns posts that are public and published by now, newest first. */
export function visiblePosts(world: World, platform: PostPlatform, accountId?: string): Post[] {
  return world.state.posts
    .filter(
      (post) =>
        post.platform === platform &&
        (accountId === undefined || post.accountId === accountId) &&
        isPublic(world, post),
    )
    .sort((a, b) => (a.postedAt < b.postedAt ? 1 : -1));
}

/** Returns the post with this API id, if it is public and published by now. */
export function visiblePost(world: World, platform: PostPlatform, apiId: string): Post | null {
  const post = indexOf(world.state.posts).get(`${platform} ${apiId}`);
  return post && isPublic(world, post) ? post : null;
}

/** Like `visiblePost`, but also finds unlisted posts by id, and private ones for their owner. */
export function namedPost(
  world: World,
  platform: PostPlatform,
  { apiId, ownerId }: { apiId: string; ownerId: string | null },
): Post | null {
  const post = indexOf(world.state.posts).get(`${platform} ${apiId}`);
  if (!post || !isUp(world, post)) return null;
  return post.visibility !== 'private' || post.accountId === ownerId ? post : null;
}

/** Returns the post with this public id, if anyone with its URL can watch it now. */
export function watchablePost(world: World, platform: PostPlatform, id: string): Post | null {
  const post = world.state.posts.find((one) => one.platform === platform && one.id === id);
  return post && post.visibility !== 'private' && isUp(world, post) ? post : null;
}

const isUp = (world: World, post: Post): boolean =>
  post.postedAt <= world.clock.now().toISOString() && !isDeleted(world, post);
const isPublic = (world: World, post: Post): boolean => post.visibility === 'public' && isUp(world, post);

/** Whether a post has photos instead of a video. */
export const isPhotos = ({ medium }: Post): boolean => medium === 'photo' || medium === 'carousel';

/** Whether the post is deleted by its owner, or temporarily unavailable in its scenario. */
export function isDeleted(world: World, post: Post): boolean {
  if (post.visibility === 'deleted') return true;
  if (post.curve) return false;
  let absence = absences.get(post);
  if (absence === undefined) {
    absence = absenceOfScenario(inputOf(post));
    absences.set(post, absence);
  }
  if (!absence) return false;
  const hours = (world.clock.now().getTime() - Date.parse(post.postedAt)) / 3_600_000;
  return hours >= absence.fromHours && hours < absence.toHours;
}

const absences = new WeakMap<Post, Absence | null>();

const indexes = new WeakMap<Post[], Map<string, Post>>();

function indexOf(posts: Post[]): Map<string, Post> {
  const known = indexes.get(posts);
  if (known?.size === posts.length) return known;
  const index = new Map(posts.map((post) => [`${post.platform} ${post.apiId}`, post]));
  indexes.set(posts, index);
  return index;
}

const growthsKept = 1_000;
const growths = new Map<Post, Growth>();

/** Returns the counts that the platform shows now, or null while its statistics have not arrived. */
export function countsNow(world: World, post: Post): Counts | null {
  const at = new Date(world.clock.now().getTime() - post.dataLagHours * 3_600_000);
  return at.toISOString() < post.postedAt ? null : countsAt(post, at, world.clock.now());
}

/** Returns the counts at a moment, with the corrections that the platform made until `correctedBy`. */
export function countsAt(post: Post, at: Date, correctedBy = at): Counts {
  const counts = growthOf(post)(hoursOf(post, at));
  const removed = post.corrections
    .filter((correction) => correction.at <= correctedBy.toISOString())
    .reduce((sum, correction) => sum + correction.views, 0);
  return { ...counts, views: Math.max(0, counts.views - removed) };
}

/** Returns how many of a post's views were bought by a moment; zero for a post with a given curve. */
export const boughtAt = (post: Post, at: Date): number =>
  post.curve ? 0 : boughtOfScenario(inputOf(post))(hoursOf(post, at)).views;

const hoursOf = (post: Post, at: Date): number => (at.getTime() - Date.parse(post.postedAt)) / 3_600_000;

function growthOf(post: Post): Growth {
  const known = growths.get(post);
  if (known) return known;
  const growth = post.curve ? growthThrough(post.curve) : growthOfScenario(inputOf(post));
  // A growth takes about 40 kB, so only the latest ones are kept. Others are computed again from their seed.
  if (growths.size >= growthsKept) growths.delete(growths.keys().next().value!);
  growths.set(post, growth);
  return growth;
}

function inputOf(post: Post): ScenarioInput {
  return {
    scenario: isScenario(post.scenario) ? post.scenario : 'organic',
    platform: post.platform,
    seed: post.seed,
    postedAt: new Date(post.postedAt),
    ...(post.views === null ? {} : { views: post.views }),
    ...(post.group === null ? {} : { group: post.group }),
  };
}

function isScenario(name: string | null): name is ScenarioName {
  return name !== null && Object.hasOwn(scenarios, name);
}
