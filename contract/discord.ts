import { z } from 'zod';
import { momentWire } from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** Minutes until a linking code expires. */
export const DISCORD_CODE_MINUTES = 10;

/**
 * Routes for the caller's own Discord account. Once linked, the account can query the caller's data from
 * Discord.
 */
export const discordRoutes = {
  showDiscordLink: route('GET /api/discord-link', {
    access: 'session',
    summary:
      'Whether Discord commands are available, the address that adds them to a server, and the linked account',
    reply: z.object({
      isOffered: z.boolean(),
      addUrl: z.string().nullable(),
      link: z.object({ name: z.string(), linkedAt: momentWire }).nullable(),
    }),
  }),
  makeDiscordCode: route('POST /api/discord-link/code', {
    access: 'session',
    changesAccount: true,
    summary: 'Create a code that links the Discord account which enters it; an earlier code becomes invalid',
    reply: z.object({ code: z.string(), expiresAt: momentWire }),
    errors: ['unauthenticated', 'not_found', 'invalid_input'],
    perMinute: 10,
  }),
  endDiscordLink: route('DELETE /api/discord-link', {
    access: 'session',
    changesAccount: true,
    summary: 'Unlink the Discord account',
  }),
};
