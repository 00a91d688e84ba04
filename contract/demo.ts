import { z } from 'zod';
import { idSchema, momentWire, platformSchema } from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** Mail domain of archived demo accounts; nobody reads it. */
export const ARCHIVED_DOMAIN = 'archived.permille.example';

/**
 * Why the demo was reset: a visitor asked for it (visitor), it was changed and then not used (idle), it was
 * night (night), or the server started for the first time (start).
 */
export const demoResetBySchema = z.enum(['visitor', 'idle', 'night', 'start']);
export type DemoResetBy = z.infer<typeof demoResetBySchema>;

/**
 * Tools of the demo, which replace a platform, a mailbox or a day of waiting. A server that is not a demo
 * answers `not_found`.
 */
export const demoRoutes = {
  demoTools: route('GET /api/demo', {
    access: 'session',
    summary:
      'In a demo: the latest mails to the caller that did not leave the server, when it was reset, and whether its clock can be moved',
    reply: z.object({
      /** True if the caller can move the clock: only on a local machine with dev tools. */
      movesClock: z.boolean(),
      /**
       * When and why the demo was last reset, and when it can be reset next. Null if this demo can't be
       * reset.
       */
      reset: z
        .object({
          lastAt: momentWire,
          lastBy: demoResetBySchema,
          /** When the demo can be reset next; null if it can be reset now. */
          againAt: momentWire.nullable(),
        })
        .nullable(),
      /** Mails to the caller that the demo shows. Null if the server really sends mails. */
      mails: z
        .array(z.object({ id: idSchema, subject: z.string(), text: z.string(), at: momentWire }))
        .nullable(),
    }),
    errors: ['not_found'],
  }),
  makeDemoPost: route('POST /api/demo/posts', {
    access: 'clipper',
    summary: 'In a demo: publish a clip on the caller’s connected account at the simulated platform',
    reply: z.object({ url: z.string(), platform: platformSchema, handle: z.string() }),
    errors: ['not_found', 'demo_post_without_account', 'demo_posts_used'],
    perMinute: 6,
  }),
  resetDemo: route('POST /api/demo/reset', {
    access: 'session',
    summary: 'In a demo: archive the demo accounts, including the caller’s, and create new ones',
    errors: ['not_found', 'demo_reset_lately'],
  }),
  skipDemoDay: route('POST /api/demo/day', {
    access: 'session',
    summary: 'In a demo with dev tools: move the clock by a day and run everything that becomes due',
    reply: z.object({ now: momentWire }),
    errors: ['not_found'],
  }),
};
