import { z } from 'zod';
import { idParams, idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/**
 * A value of `length` bytes as browsers encode it: base64url without padding. `signs` matches its characters.
 */
const bytes = (length: number, signs: RegExp) =>
  z.string().regex(signs, { error: `must be ${length} bytes in base64url.` });

/** Maximum number of browsers per person. Adding another removes the oldest. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

export const pushSubscriptionRow = z.object({
  id: idSchema,
  /** True for the browser that sends the request. */
  isThis: z.boolean(),
  /** The browser's user agent when the person signed in. */
  userAgent: z.string().nullable(),
  showsDetails: z.boolean(),
  createdAt: momentWire,
});
export type PushSubscriptionRow = z.infer<typeof pushSubscriptionRow>;

/** Routes for push notifications, which browsers show even if no page is open. */
export const pushSubscriptionRoutes = {
  listPushSubscriptions: route('GET /api/push-subscriptions', {
    access: 'session',
    summary: 'The browsers that show own notifications',
    reply: z.object({ rows: z.array(pushSubscriptionRow) }),
  }),
  showPushKey: route('POST /api/push-subscriptions/key', {
    access: 'session',
    summary: 'The key with which a browser subscribes, created on the first call',
    reply: z.object({ publicKey: z.string() }),
  }),
  addPushSubscription: route('POST /api/push-subscriptions', {
    access: 'session',
    changesAccount: true,
    summary:
      'Show notifications in this browser until its session ends; a repeated call changes what it shows',
    body: z.object({
      endpoint: z.string().max(2_000),
      /** Keys of the browser's subscription: `p256dh` is a point of the P-256 curve, `auth` a secret. */
      p256dh: bytes(65, /^[A-Za-z0-9_-]{87}$/),
      auth: bytes(16, /^[A-Za-z0-9_-]{22}$/),
      /**
       * Whether notifications contain names and amounts. False for a new subscription; if omitted, the
       * setting stays as it is.
       */
      showsDetails: z.boolean().optional(),
    }),
    reply: z.object({ id: idSchema }),
    errors: ['invalid_input'],
    perMinute: 20,
  }),
  removePushSubscription: route('DELETE /api/push-subscriptions/:id', {
    access: 'session',
    changesAccount: true,
    summary: 'Stop showing notifications in a browser',
    params: idParams,
    errors: ['not_found'],
  }),
};
