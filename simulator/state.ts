import { z } from 'zod';
import { connectablePlatforms, postPlatforms } from '#contract/platforms/platforms.ts';
import { discordState, emptyDiscord } from './discord/state.ts';
import { emptyPaypal, paypalState } from './paypal/state.ts';
import { emptyStripe, stripeState } from './stripe/state.ts';
import { films } from './videos.ts';

export const platformName = z.enum(connectablePlatforms);
/** Services with separate consents and tokens: each platform, and TikTok's API for Business. */
const service = z.enum([...connectablePlatforms, 'tiktok-business']);
export const clipPlatform = z.enum(postPlatforms);
const instant = z.iso.datetime();
const curvePoint = z.object({
  hours: z.number(),
  views: z.number(),
  likes: z.number(),
  comments: z.number(),
  shares: z.number(),
});

const account = z.object({
  platform: platformName,
  id: z.string(),
  handle: z.string(),
  displayName: z.string(),
  bio: z.string(),
  followers: z.number(),
  createdAt: instant,
  /**
   * Whether the owner has a channel (YouTube) or a professional account (Instagram). Other accounts can't be
   * read through the API.
   */
  professional: z.boolean(),
});

/** `live` is a stream in progress, `feed` a video on Instagram that is not a reel. */
export const media = ['video', 'photo', 'carousel', 'live', 'feed'] as const;

const post = z.object({
  platform: clipPlatform,
  id: z.string(),
  apiId: z.string(),
  accountId: z.string(),
  caption: z.string(),
  postedAt: instant,
  durationSeconds: z.number(),
  seed: z.number(),
  scenario: z.string().nullable(),
  curve: z.array(curvePoint).nullable(),
  views: z.number().nullable(),
  group: z.number().nullable(),
  visibility: z.enum(['public', 'unlisted', 'private', 'deleted']),
  /** The film of which the post shows a cut; null for any film. */
  film: z.enum(films).nullable().default(null),
  medium: z.enum(media).default('video'),
  likesHidden: z.boolean(),
  commentsOff: z.boolean(),
  paidPromotion: z.boolean(),
  /** Hours by which the platform's statistics lag for this post. */
  dataLagHours: z.number(),
  /** Views that the platform removed, each with the time from which they are missing. */
  corrections: z.array(z.object({ at: instant, views: z.number() })),
  shortCode: z.string(),
});

const code = z.object({
  service,
  code: z.string(),
  accountId: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  scope: z.array(z.string()),
  codeChallenge: z.string().nullable(),
  expiresAt: instant,
});

const token = z.object({
  service,
  token: z.string(),
  kind: z.enum(['access', 'refresh', 'short']),
  /** The id of the token's consent. Tokens of one consent are revoked together. */
  grant: z.string(),
  accountId: z.string(),
  clientId: z.string(),
  scope: z.array(z.string()),
  issuedAt: instant,
  expiresAt: instant,
});

/** Every service that can have a fault. */
export const faultService = z.enum([...service.options, 'paypal', 'stripe', 'discord']);
export const faultMode = z.enum([
  'down',
  'slow',
  'rate-limited',
  'garbled',
  // Faults of payout services: the order is accepted and its reply is lost, the order is accepted without a
  // reply, or the account lacks money.
  'lost-reply',
  'silent',
  'no-funds',
  // A fault of Stripe: an earlier request with the same idempotency key is still in progress.
  'key-in-use',
]);

const fault = z.object({
  service: faultService,
  mode: faultMode,
  until: instant,
});

/** An error with which a platform answers calls that read posts. */
const refusal = z.object({
  service: z.enum([...postPlatforms, 'tiktok-business']),
  error: z.string(),
  /** The account whose calls are refused; null for calls of all accounts. */
  accountId: z.string().nullable(),
  postId: z.string().nullable(),
  until: instant,
});

/** The persisted state. The counts of posts are computed and never stored. */
export const worldState = z.object({
  version: z.literal(1),
  seed: z.number(),
  made: z.number(),
  forgottenPosts: z.number().default(0),
  accounts: z.array(account),
  posts: z.array(post),
  codes: z.array(code),
  tokens: z.array(token),
  faults: z.array(fault),
  refusals: z.array(refusal).default([]),
  paypal: paypalState.default(emptyPaypal),
  stripe: stripeState.default(emptyStripe),
  discord: discordState.default(emptyDiscord),
});

export type WorldState = z.infer<typeof worldState>;
export type Platform = z.infer<typeof platformName>;
export type Service = z.infer<typeof service>;
export type Account = z.infer<typeof account>;
export type Post = z.infer<typeof post>;
export type Token = z.infer<typeof token>;
export type FaultService = z.infer<typeof faultService>;

export function emptyState(seed: number): WorldState {
  return {
    version: 1,
    seed,
    made: 0,
    forgottenPosts: 0,
    accounts: [],
    posts: [],
    codes: [],
    tokens: [],
    faults: [],
    refusals: [],
    paypal: emptyPaypal(),
    stripe: emptyStripe(),
    discord: emptyDiscord(),
  };
}
