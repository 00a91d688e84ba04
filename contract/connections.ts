import { z } from 'zod';
import { emptyReply, idParams, idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';

export const connectablePlatform = z.enum(['tiktok', 'youtube', 'instagram', 'twitch']);
export type ConnectablePlatform = z.infer<typeof connectablePlatform>;

export const connectionRow = z.object({
  id: idSchema,
  platform: connectablePlatform,
  handle: z.string(),
  displayName: z.string(),
  state: z.enum(['active', 'dead']),
  connectedAt: momentWire,
});
export type ConnectionRow = z.infer<typeof connectionRow>;

export const connectionRoutes = {
  listConnections: route({
    method: 'GET',
    path: '/api/connections',
    access: 'session',
    summary: "The person's connected platform accounts, and which platforms can be connected",
    reply: z.object({ rows: z.array(connectionRow), available: z.array(connectablePlatform) }),
  }),
  /** Hosts connect youtube or twitch; clippers tiktok, youtube or instagram. */
  startConnection: route({
    method: 'POST',
    path: '/api/connections/start',
    access: 'session',
    summary:
      'Begin OAuth; the browser then goes to the returned address and comes back to returnTo with ?connected=<platform> or ?connect_error=<code>',
    body: z.object({ platform: connectablePlatform, returnTo: z.string().max(300) }),
    reply: z.object({ authorizeUrl: z.string() }),
    perMinute: 10,
    errors: ['platform_unavailable', 'not_found'],
  }),
  removeConnection: route({
    method: 'DELETE',
    path: '/api/connections/:id',
    access: 'session',
    summary: 'Disconnect: revokes and deletes the tokens',
    params: idParams,
    reply: emptyReply,
    errors: ['not_found'],
  }),
};
