import { z } from 'zod';
import { idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Something changed. The event has no details: read the subject to see its new state. */
export const eventSchema = z.object({
  /** Delivered at least once: a repeated id is the same event. */
  id: idSchema,
  /** noun.verb, such as "submission.approved"; future versions add kinds. */
  kind: z.string(),
  /** By the server's real clock, not the simulated one. */
  at: momentWire,
  /** Id of the kind's noun; null when the event concerns several. */
  subjectId: idSchema.nullable(),
  submissionId: idSchema.nullable(),
  listingId: idSchema.nullable(),
});
export type Event = z.infer<typeof eventSchema>;

export const eventRoutes = {
  events: route('GET /api/events', {
    access: 'session',
    summary: 'Events for the caller since a position; with Accept: text/event-stream as they happen',
    query: z.object({
      after: z.string().max(4_000).optional(),
      /** Without a position: returns the events of the last `seconds` seconds. */
      seconds: z.coerce.number().int().min(0).max(600).optional(),
    }),
    reply: z.object({
      rows: z.array(eventSchema),
      /** Position after the returned events, for the next call or as Last-Event-ID. */
      position: z.string(),
      /** False when some events are no longer available, so that everything the caller shows may be stale. */
      isComplete: z.boolean(),
    }),
    errors: ['too_many_streams', 'streams_full', 'unavailable'],
    perMinute: 120,
  }),
};
