import { z } from 'zod';
import { route } from '#contract/wire/route.ts';

/** Access to an account without its password: passkeys, API keys, webhook endpoints and Discord links. */
export const accountAccess = z.object({
  passkeys: z.int(),
  apiKeys: z.int(),
  webhookEndpoints: z.int(),
  discordChannels: z.int(),
  /** The account's name on Discord; null when none is linked. */
  discordAccount: z.string().nullable(),
});
export type AccountAccess = z.infer<typeof accountAccess>;

export const accountAccessRoutes = {
  showAccountAccess: route('GET /api/auth/access', {
    access: 'session',
    summary:
      'Passkeys, API keys, webhook endpoints and Discord links of the account, which a new password ends unless kept',
    reply: accountAccess,
  }),
};

export const NO_ACCESS: AccountAccess = {
  passkeys: 0,
  apiKeys: 0,
  webhookEndpoints: 0,
  discordChannels: 0,
  discordAccount: null,
};

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * Describes the access in words, such as "2 API keys, 1 webhook endpoint, and the link to @tess on Discord".
 * Returns null if there is none.
 */
export function accessText(access: AccountAccess): string | null {
  const parts = [
    ...counted(access.passkeys, 'passkey'),
    ...counted(access.apiKeys, 'API key'),
    ...counted(access.webhookEndpoints, 'webhook endpoint'),
    ...counted(access.discordChannels, 'Discord channel'),
    ...(access.discordAccount === null ? [] : [`the link to ${access.discordAccount} on Discord`]),
  ];
  return parts.length === 0 ? null : list.format(parts);
}
