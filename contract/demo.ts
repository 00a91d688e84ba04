import { z } from 'zod';
import { idSchema, momentWire, platformSchema } from './primitives.ts';
import { route } from './route.ts';

/** Where the people of an earlier demo have their mailboxes, which nobody reads. */
export const ARCHIVED_DOMAIN = 'archived.permille.example';

/** What a demo lets people try that elsewhere takes a platform, a mailbox or a day. Elsewhere none of it is found. */
export const demoRoutes = {
  demoTools: route('GET /api/demo', {
    access: 'session',
    summary:
      'In a demo: the latest mails to the caller where none leaves the server, and whether its clock can be moved',
    reply: z.object({
      /** On one's own machine, with dev tools: the clock is moved and the demo reset. */
      movesClock: z.boolean(),
      /** Null: mails leave the server. */
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
    summary: 'In a demo with dev tools: put the demo’s people aside, the caller too, and make them anew',
    errors: ['not_found'],
  }),
  skipDemoDay: route('POST /api/demo/day', {
    access: 'session',
    summary: 'In a demo with dev tools: move the clock by a day, through everything that becomes due',
    reply: z.object({ now: momentWire }),
    errors: ['not_found'],
  }),
};
