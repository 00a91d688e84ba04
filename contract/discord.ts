import { z } from 'zod';
import { momentWire } from './primitives.ts';
import { route } from './route.ts';

/** So long a code can be typed. */
export const DISCORD_CODE_MINUTES = 10;

/** The own account on Discord, which may ask there what its person sees here. */
export const discordRoutes = {
  showDiscordLink: route('GET /api/discord-link', {
    access: 'session',
    summary: 'Whether commands on Discord are offered, where to add them to a server, and the linked account',
    reply: z.object({
      isOffered: z.boolean(),
      addUrl: z.string().nullable(),
      link: z.object({ name: z.string(), linkedAt: momentWire }).nullable(),
    }),
  }),
  makeDiscordCode: route('POST /api/discord-link/code', {
    access: 'session',
    changesAccount: true,
    summary: 'Make a code that links whoever types it on Discord; one made before no longer holds',
    reply: z.object({ code: z.string(), expiresAt: momentWire }),
    errors: ['unauthenticated', 'not_found', 'invalid_input'],
    perMinute: 10,
  }),
  endDiscordLink: route('DELETE /api/discord-link', {
    access: 'session',
    changesAccount: true,
    summary: 'Take away from the linked account what it may ask',
  }),
};
