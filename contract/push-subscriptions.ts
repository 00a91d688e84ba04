import { z } from 'zod';
import { idParams, idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';

/** Bytes as browsers write them: base64url without padding, of this many signs. */
const bytes = (length: number, signs: RegExp) =>
  z.string().regex(signs, { error: `must be ${length} bytes in base64url.` });

/** A person's newest browsers; an older one ends when there are more. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

export const pushSubscriptionRow = z.object({
  id: idSchema,
  /** The browser that asks. */
  isThis: z.boolean(),
  /** As the browser named itself when it signed in. */
  userAgent: z.string().nullable(),
  showsDetails: z.boolean(),
  createdAt: momentWire,
});
export type PushSubscriptionRow = z.infer<typeof pushSubscriptionRow>;

/** Notifications that browsers show while no page is open. */
export const pushSubscriptionRoutes = {
  listPushSubscriptions: route('GET /api/push-subscriptions', {
    access: 'session',
    summary: 'The browsers that show own notifications',
    reply: z.object({ rows: z.array(pushSubscriptionRow) }),
  }),
  showPushKey: route('POST /api/push-subscriptions/key', {
    access: 'session',
    summary: 'The key by which a browser subscribes, made when it is asked for first',
    reply: z.object({ publicKey: z.string() }),
  }),
  addPushSubscription: route('POST /api/push-subscriptions', {
    access: 'session',
    changesAccount: true,
    summary: 'Have this browser show own notifications until its session ends; again: change what it shows',
    body: z.object({
      endpoint: z.string().max(2_000),
      /** Of the browser: a point of P-256, and a secret. */
      p256dh: bytes(65, /^[A-Za-z0-9_-]{87}$/),
      auth: bytes(16, /^[A-Za-z0-9_-]{22}$/),
      /** Titles and texts, with names and amounts. Absent: as before, at first no. */
      showsDetails: z.boolean().optional(),
    }),
    reply: z.object({ id: idSchema }),
    errors: ['invalid_input'],
    perMinute: 20,
  }),
  removePushSubscription: route('DELETE /api/push-subscriptions/:id', {
    access: 'session',
    changesAccount: true,
    summary: 'Have a browser show nothing any more',
    params: idParams,
    errors: ['not_found'],
  }),
};
