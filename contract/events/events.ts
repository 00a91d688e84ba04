import { z } from 'zod';
import { idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Something changed. The event has no details: read the subject to see its new state. */
export const eventSchema = z.object({
  /** Id of the event. An event may be delivered repeatedly, always with the same id. */
  id: idSchema,
  /** noun.verb, such as "submission.approved". Later versions may add kinds. */
  kind: z.string(),
  /** When it happened, by the server's real clock rather than a simulated one. */
  at: momentWire,
  /** Id of the object that the first word of `kind` names; null if the event concerns several objects. */
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
      /**
       * Number of seconds, at most 600. Without a position, the call returns the events of these last
       * seconds.
       */
      seconds: z.coerce.number().int().min(0).max(600).optional(),
    }),
    reply: z.object({
      rows: z.array(eventSchema),
      /** Position after the returned events. The next call sends it as `position` or `Last-Event-ID`. */
      position: z.string(),
      /**
       * False if some events are no longer available: everything that the caller shows may then be outdated.
       */
      isComplete: z.boolean(),
    }),
    errors: ['too_many_streams', 'streams_full', 'unavailable'],
    perMinute: 120,
  }),
};
