import { z } from 'zod';
import { accountParams, cursorQuery, idSchema, momentWire, pageOf } from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** A username as people type it: with or without "@", in any case. */
export const typedUsername = z.string().trim().toLowerCase().max(100);

export const blockedClipper = z.object({
  clipperId: idSchema,
  username: z.string(),
  avatarUrl: z.string().nullable(),
  blockedAt: momentWire,
});
export type BlockedClipper = z.infer<typeof blockedClipper>;

export const blockRoutes = {
  blockedClippers: route('GET /api/host/blocks', {
    access: 'host',
    summary: 'Clippers whom the host has blocked, latest first; `username` finds one',
    query: cursorQuery.extend({ username: typedUsername.optional() }),
    reply: pageOf(blockedClipper),
  }),
  blockClipper: route('POST /api/host/blocks', {
    access: 'host',
    summary: 'Block a clipper; pending clips still have to be decided, and the clipper is not notified',
    body: z.object({ username: typedUsername }),
    errors: ['clipper_not_found'],
    perMinute: 30,
  }),
  unblockClipper: route('DELETE /api/host/blocks/:id', {
    access: 'host',
    summary: 'Unblock a clipper; the id is the clipper’s',
    params: accountParams,
    errors: ['not_found'],
  }),
};
