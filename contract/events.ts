import { z } from 'zod';
import { idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';

/** Something changed. What became of the subject is read where it stands. */
export const eventSchema = z.object({
  /** At least once: who gets the same id again has had the event. */
  id: idSchema,
  /** noun.verb, e.g. "submission.approved"; more come with time. */
  kind: z.string(),
  /** On the machine's clock. */
  at: momentWire,
  /** What the noun of the kind names; null where there are several. */
  subjectId: idSchema.nullable(),
  submissionId: idSchema.nullable(),
  listingId: idSchema.nullable(),
});
export type Event = z.infer<typeof eventSchema>;

export const eventRoutes = {
  events: route('GET /api/events', {
    access: 'session',
    summary: 'What changed for the caller since a position; with Accept: text/event-stream as it happens',
    query: z.object({
      after: z.string().max(4_000).optional(),
      /** Without a position: what happened in the last so many seconds. */
      seconds: z.coerce.number().int().min(0).max(600).optional(),
    }),
    reply: z.object({
      rows: z.array(eventSchema),
      /** Names what was read up to; for the next call, or as Last-Event-ID. */
      position: z.string(),
      /** False where some can't be given any more: whatever the caller shows may be old. */
      isComplete: z.boolean(),
    }),
    errors: ['too_many_streams', 'streams_full', 'unavailable'],
    perMinute: 120,
  }),
};
