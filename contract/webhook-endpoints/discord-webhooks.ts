import { z } from 'zod';
import { idParams, idSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { WEBHOOK_URL_MAX, webhookEndpoint } from './webhook-endpoints.ts';

/** Kinds of messages in a Discord channel, each with a sentence about when the message is sent. */
export const discordKinds = {
  'listing.posted': 'A listing of yours was posted.',
  'listing.topped_up': 'You added budget to a listing.',
  'leaderboard.weekly':
    'Every Monday: the ten clippers whose clips for you had the most verified views in the last seven days. Clippers who hide their earnings are left out.',
} as const;

export type DiscordKind = keyof typeof discordKinds;
export const discordKindNames = Object.keys(discordKinds) as [DiscordKind, ...DiscordKind[]];

export const DISCORD_NAME_MAX = 60;

const name = z.string().trim().min(1).max(DISCORD_NAME_MAX);
const url = z.string().trim().min(1).max(WEBHOOK_URL_MAX);
const kinds = z.array(z.enum(discordKindNames)).min(1).max(discordKindNames.length);

/** Omits the webhook's address, because anyone who has it can post to the channel. */
export const discordWebhook = webhookEndpoint.omit({ url: true, previousSecretUntil: true }).extend({
  /** The name that the host gave the channel on Permille. */
  name: z.string(),
});
export type DiscordWebhook = z.infer<typeof discordWebhook>;

/**
 * Routes for the Discord channels of a host. They are tested, switched on and off, and removed through the
 * routes of webhook endpoints.
 */
export const discordWebhookRoutes = {
  listDiscordWebhooks: route('GET /api/host/discord-webhooks', {
    access: 'host',
    summary: 'The caller’s Discord channels with posts, oldest first, and whether channels are available',
    reply: z.object({ isOffered: z.boolean(), rows: z.array(discordWebhook) }),
  }),
  addDiscordWebhook: route('POST /api/host/discord-webhooks', {
    access: 'host',
    changesAccount: true,
    summary: 'Post listings, top-ups or leaderboards in a Discord channel by its webhook',
    body: z.object({ name, url, kinds }),
    reply: z.object({ id: idSchema }),
    errors: [
      'unauthenticated',
      'not_found',
      'invalid_input',
      'webhook_endpoints_full',
      'webhook_endpoint_exists',
    ],
    perMinute: 20,
  }),
  changeDiscordWebhook: route('PATCH /api/host/discord-webhooks/:id', {
    access: 'host',
    changesAccount: true,
    summary: 'Change the name or the kinds of an own channel, or the address where one is given',
    params: idParams,
    body: z.object({ name, url: url.nullable(), kinds }),
    errors: ['not_found', 'invalid_input', 'webhook_endpoint_exists'],
  }),
};
