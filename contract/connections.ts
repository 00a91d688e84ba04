import { z } from 'zod';
import { RETURN_MAX } from './limits.ts';
import { connectablePlatforms } from './platforms/platforms.ts';
import { csvOf } from './wire/csv.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf, sortBy } from './wire/primitives.ts';
import { route } from './wire/route.ts';

export const connectablePlatform = z.enum(connectablePlatforms);

/**
 * A code that a person puts into their bio, because this server has no API keys for the platform. Finding it
 * there proves who owns the account.
 */
export const connectionCode = z.object({
  platform: connectablePlatform,
  /** The account's name, without the @. */
  handle: z.string(),
  code: z.string(),
  expiresAt: momentWire,
  /** The bio as an admin found it without the code; null before that. */
  foundText: z.string().nullable(),
  checkedAt: momentWire.nullable(),
});
export type ConnectionCode = z.infer<typeof connectionCode>;

export const adminConnectionCode = connectionCode.extend({
  id: idSchema,
  email: z.string(),
  personId: idSchema,
});
export type AdminConnectionCode = z.infer<typeof adminConnectionCode>;

export const connectionRow = z.object({
  id: idSchema,
  platform: connectablePlatform,
  handle: z.string(),
  displayName: z.string(),
  state: z.enum(['active', 'dead']),
  /**
   * The text in which the code was found; null for accounts that were connected by signing in at the
   * platform.
   */
  foundText: z.string().nullable(),
  connectedAt: momentWire,
  /** Analytics that the owner can release; null if the platform or the connection offers none. */
  analytics: z
    .object({
      /** When the owner released the analytics; null if they are not released. */
      releasedAt: momentWire.nullable(),
      /** The number of clips whose analytics were read, and when they were last read. */
      clips: z.int(),
      readAt: momentWire.nullable(),
      /** The number of clips that can only earn while these analytics are released. */
      earningClips: z.int(),
    })
    .nullable(),
});
export type ConnectionRow = z.infer<typeof connectionRow>;

const adminConnectionCodes = route('GET /api/admin/connection-codes', {
  access: 'admin',
  summary: 'Codes that wait to be found in a bio, by expiry or `sort`, by handle, email and code',
  query: cursorQuery.extend({
    search: z.string().trim().max(100).optional(),
    platform: connectablePlatform.optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(adminConnectionCode),
});

export const connectionRoutes = {
  listConnections: route('GET /api/connections', {
    access: 'session',
    summary: "The person's connected platform accounts, and which platforms can be connected",
    reply: z.object({
      rows: z.array(connectionRow),
      available: z.array(connectablePlatform),
      /**
       * Codes that were not found yet. Accounts on platforms without sign-in can also be connected by a code.
       */
      codes: z.array(connectionCode),
    }),
  }),
  startConnection: route('POST /api/connections/start', {
    access: 'session',
    summary:
      'Begin OAuth; the browser then goes to the returned address and comes back to returnTo with ?connected=<platform> or ?connect_error=<code>, with the scopes that were not granted in connect_missing',
    body: z.object({ platform: connectablePlatform, returnTo: z.string().max(RETURN_MAX) }),
    reply: z.object({ authorizeUrl: z.string() }),
    perMinute: 10,
    errors: ['platform_not_set_up', 'not_found'],
  }),
  makeConnectionCode: route('POST /api/connections/codes', {
    access: 'session',
    summary:
      'Get a one-time code for the bio of an account on a platform without API keys here; valid for 24 hours',
    body: z.object({
      platform: connectablePlatform,
      handle: z
        .string()
        .trim()
        .regex(
          /^@?[\w.-]{1,60}$/,
          'must be the name of your account, such as @yourname: up to 60 letters, digits, points, hyphens and underscores.',
        ),
    }),
    reply: connectionCode,
    perMinute: 10,
    errors: ['code_not_needed', 'not_found'],
  }),
  adminConnectionCodes,
  adminConnectionCodesCsv: csvOf(adminConnectionCodes, 'connection-codes.csv'),
  checkConnectionCode: route('POST /api/admin/connection-codes/:id/check', {
    access: 'admin',
    summary: 'Enter the text of the bio word for word; with the code in it, the account is connected',
    params: idParams,
    body: z.object({ text: z.string().trim().min(1).max(2_000) }),
    reply: z.object({ connected: z.boolean() }),
    errors: ['not_found', 'connection_taken'],
  }),
  releaseAnalytics: route('POST /api/connections/:id/analytics', {
    access: 'clipper',
    summary:
      'Release the analytics of a connected account; the browser then goes to the returned address and comes back to returnTo with ?analytics=released or ?connect_error=<code>. Null: they are released',
    params: idParams,
    body: z.object({ returnTo: z.string().max(RETURN_MAX) }),
    reply: z.object({ authorizeUrl: z.string().nullable() }),
    perMinute: 10,
    errors: ['platform_not_set_up', 'not_found'],
  }),
  endAnalytics: route('DELETE /api/connections/:id/analytics', {
    access: 'clipper',
    summary: 'Revoke the release of analytics: the stored figures are deleted, the account stays connected',
    params: idParams,
    errors: ['not_found'],
  }),
  removeConnection: route('DELETE /api/connections/:id', {
    access: 'session',
    changesAccount: true,
    summary: 'Disconnect: revokes and deletes the tokens',
    params: idParams,
    errors: ['not_found'],
  }),
};
