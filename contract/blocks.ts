import { z } from 'zod';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

/** As it is typed: with or without "@", in any case. */
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
    summary: 'Clippers whose clips the host does not take, latest first; `username` asks for one',
    query: cursorQuery.extend({ username: typedUsername.optional() }),
    reply: pageOf(blockedClipper),
  }),
  blockClipper: route('POST /api/host/blocks', {
    access: 'host',
    summary: 'Take no more clips of a clipper; pending ones stay to be decided, and nobody is told',
    body: z.object({ username: typedUsername }),
    errors: ['clipper_not_found'],
    perMinute: 30,
  }),
  unblockClipper: route('DELETE /api/host/blocks/:id', {
    access: 'host',
    summary: 'Take clips of a clipper again; the id is the clipper’s',
    params: idParams,
    errors: ['not_found'],
  }),
};
