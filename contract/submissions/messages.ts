import { z } from 'zod';
import { MESSAGE_MAX } from '#contract/limits.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const submissionMessage = z.object({
  id: idSchema,
  from: z.enum(['host', 'clipper']),
  username: z.string(),
  isOwn: z.boolean(),
  body: z.string(),
  sentAt: momentWire,
  /** When the recipient opened the message; null if they haven't. */
  readAt: momentWire.nullable(),
});
export type SubmissionMessage = z.infer<typeof submissionMessage>;

export const messageRoutes = {
  submissionMessages: route('GET /api/submissions/:id/messages', {
    access: 'session',
    summary:
      "What a clip's host and clipper wrote about it, newest first; not for admins, who have a route that is written to the audit log",
    params: idParams,
    query: cursorQuery,
    reply: pageOf(submissionMessage),
    errors: ['not_found'],
  }),
  adminMessages: route('POST /api/admin/submissions/:id/messages', {
    access: 'admin',
    summary: 'Read what was written about a clip, newest first; the reading is recorded in the audit log',
    params: idParams,
    body: z.object({ cursor: cursorQuery.shape.cursor }),
    reply: pageOf(submissionMessage),
    errors: ['not_found'],
  }),
  sendMessage: route('POST /api/submissions/:id/messages', {
    access: 'session',
    summary: 'Write to the other side about a clip, as its host or its clipper',
    params: idParams,
    body: z.object({
      body: z
        .string()
        .trim()
        .min(1, 'Write a message first.')
        .max(MESSAGE_MAX, 'A message has at most 1,000 characters.'),
    }),
    reply: z.object({ id: idSchema }),
    errors: ['not_found', 'wrong_role'],
    idempotent: true,
    perMinute: 20,
  }),
  readMessages: route('POST /api/submissions/:id/messages/read', {
    access: 'session',
    summary: 'Mark the other side’s messages about a clip as read',
    params: idParams,
    errors: ['not_found'],
  }),
};
