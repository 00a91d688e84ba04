import { z } from 'zod';
import { bulkIds, bulkReply } from '#contract/admin/bulk.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { csvOf } from '#contract/wire/csv.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf, sortBy } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const TAKEDOWN_NAME_MAX = 100;
export const TAKEDOWN_WORK_MAX = 2_000;
export const TAKEDOWN_URL_MAX = 2_000;

const name = z.string().trim().max(TAKEDOWN_NAME_MAX);

export const takedownRequest = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  /** The owner of the work; null if the sender owns it. */
  onBehalfOf: z.string().nullable(),
  /** Username of the account that was signed in; null for visitors. */
  username: z.string().nullable(),
  personId: idSchema.nullable(),
  url: z.string(),
  work: z.string(),
  signature: z.string(),
  sentAt: momentWire,
  /** When and by whom the request was handled; null while it is open. */
  handled: z.object({ at: momentWire, by: z.string(), note: z.string() }).nullable(),
});
export type TakedownRequest = z.infer<typeof takedownRequest>;

const adminTakedowns = route('GET /api/admin/takedowns', {
  access: 'admin',
  summary: 'Takedown requests: open ones oldest first, handled ones newest first, or by `sort`',
  query: cursorQuery.extend({
    state: z.enum(['open', 'handled']).default('open'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(takedownRequest),
});

export const takedownRoutes = {
  requestTakedown: route('POST /api/takedowns', {
    access: 'public',
    summary:
      'Request a takedown of a clip or source: it is stored, confirmed by mail and forwarded to the operator',
    body: z.object({
      name,
      email: z.string().trim().toLowerCase().max(254),
      onBehalfOf: name.nullable(),
      url: z.string().trim().max(TAKEDOWN_URL_MAX),
      work: z.string().trim().max(TAKEDOWN_WORK_MAX),
      goodFaith: z.boolean(),
      accurate: z.boolean(),
      signature: name,
    }),
    errors: ['missing_information', 'invalid_input', 'statement_required'],
    perMinute: 5,
  }),
  adminTakedowns,
  adminTakedownsCsv: csvOf(adminTakedowns, 'takedowns.csv'),
  handleTakedowns: route('POST /api/admin/takedowns/handle', {
    access: 'admin',
    summary: 'Note what was done about many takedown requests, each on its own',
    body: z.object({ ids: bulkIds, note: z.string().trim().min(1, 'Enter what was done.').max(NOTE_MAX) }),
    reply: bulkReply,
  }),
  handleTakedown: route('POST /api/admin/takedowns/:id/handle', {
    access: 'admin',
    summary: 'Note what was done about a takedown request',
    params: idParams,
    body: z.object({ note: z.string().trim().min(1, 'Enter what was done.').max(NOTE_MAX) }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  reopenTakedown: route('POST /api/admin/takedowns/:id/reopen', {
    access: 'admin',
    summary: 'Reopen a takedown request',
    params: idParams,
    errors: ['not_found', 'changed_meanwhile'],
  }),
};
