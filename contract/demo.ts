import { z } from 'zod';
import { idSchema, momentWire, platformSchema } from './primitives.ts';
import { route } from './route.ts';

/** Where the people of an earlier demo have their mailboxes, which nobody reads. */
export const ARCHIVED_DOMAIN = 'archived.permille.example';

/** Who made a demo's people anew: a visitor, nobody (it was changed and then idle), the night, or the first start. */
export const demoResetBySchema = z.enum(['visitor', 'idle', 'night', 'start']);
export type DemoResetBy = z.infer<typeof demoResetBySchema>;

/** What a demo lets people try that elsewhere takes a platform, a mailbox or a day. Elsewhere none of it is found. */
export const demoRoutes = {
  demoTools: route('GET /api/demo', {
    access: 'session',
    summary:
      'In a demo: the latest mails to the caller that did not leave the server, when it was reset, and whether its clock can be moved',
    reply: z.object({
      /** On one's own machine, with dev tools. */
      movesClock: z.boolean(),
      /** Null: this demo can't be reset. */
      reset: z
        .object({
          lastAt: momentWire,
          lastBy: demoResetBySchema,
          /** From when on it can be reset again; null: now. */
          againAt: momentWire.nullable(),
        })
        .nullable(),
      /** Null: mails to the caller leave the server. */
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
    summary: 'In a demo: put the demo’s people aside, the caller too, and make them anew',
    errors: ['not_found', 'demo_reset_lately'],
  }),
  skipDemoDay: route('POST /api/demo/day', {
    access: 'session',
    summary: 'In a demo with dev tools: move the clock by a day, through everything that becomes due',
    reply: z.object({ now: momentWire }),
    errors: ['not_found'],
  }),
};
