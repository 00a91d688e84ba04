import { z } from 'zod';
import * as limits from '#contract/limits.ts';
import { idParams, idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { apiScopes } from './api-scopes.ts';

export const apiScope = z.enum(apiScopes);

export const apiKeyRow = z.object({
  id: idSchema,
  name: z.string(),
  /** The beginning of the secret, by which people recognise a key. */
  prefix: z.string(),
  scopes: z.array(apiScope),
  createdAt: momentWire,
  expiresAt: momentWire,
  isExpired: z.boolean(),
  /** When the key was last used, precise to a minute; null if it was never used. */
  lastUsedAt: momentWire.nullable(),
  /** Until when the previous secret also works; null if it no longer works. */
  previousUntil: momentWire.nullable(),
});
export type ApiKeyRow = z.infer<typeof apiKeyRow>;

/** The reply with a new secret. No other reply contains it, because the server stores only its hash. */
const madeKey = z.object({ key: apiKeyRow, secret: z.string() });

const expiresInDays = z.int().min(1).max(limits.API_KEY_DAYS_MAX);

export const apiKeyRoutes = {
  listApiKeys: route('GET /api/keys', {
    access: 'session',
    summary: 'Own API keys that are not revoked, newest first, without their secrets',
    reply: z.object({ rows: z.array(apiKeyRow) }),
  }),
  createApiKey: route('POST /api/keys', {
    access: 'session',
    changesAccount: true,
    recentLogin: true,
    summary: 'Create an API key; only this reply contains its secret',
    body: z.object({
      name: z.string().trim().min(1).max(limits.API_KEY_NAME_MAX),
      scopes: z.array(apiScope).min(1).max(apiScopes.length),
      expiresInDays,
    }),
    reply: madeKey,
    errors: ['invalid_input', 'wrong_role', 'api_keys_full', 'unauthenticated'],
    perMinute: 10,
  }),
  rotateApiKey: route('POST /api/keys/:id/rotate', {
    access: 'session',
    changesAccount: true,
    recentLogin: true,
    summary: 'Give an API key a new secret and expiry; the old secret keeps working for the chosen hours',
    params: idParams,
    body: z.object({
      overlapHours: z.int().min(0).max(limits.API_KEY_OVERLAP_HOURS_MAX),
      expiresInDays,
    }),
    reply: madeKey,
    errors: ['not_found'],
    perMinute: 10,
  }),
  revokeApiKey: route('DELETE /api/keys/:id', {
    access: 'session',
    changesAccount: true,
    summary: 'Revoke an API key: from the next request on it is refused',
    params: idParams,
    errors: ['not_found'],
  }),
};
