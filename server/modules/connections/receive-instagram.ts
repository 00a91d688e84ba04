import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Api } from '#server/http/route.ts';
import { type ProvedEvent, receiveWebhook } from '#server/http/webhook.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { forgetAccount, loseAccess } from './lose-access.ts';
import type { InstagramKeys } from './platforms/instagram-connect.ts';
import { jsonOf, SIGNED_WITHIN_MS } from './receive-tiktok.ts';

const request = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.int().nonnegative(),
  user_id: z.coerce.string().min(1),
});
type SignedRequest = z.infer<typeof request> & { code: string };

interface Callback {
  path: `/webhooks/instagram/${string}`;
  type: string;
  take(tx: Tx, event: SignedRequest, now: Date): Promise<void>;
  reply?: (event: SignedRequest) => object;
}

/** Meta's two callbacks: the person removed the app, and the person asked that what came from there is deleted. */
export function receiveInstagram(api: Api, { keys, appUrl }: { keys: InstagramKeys; appUrl: string }): void {
  const receive = ({ path, type, take, reply }: Callback) =>
    receiveWebhook<SignedRequest>(api, {
      provider: 'instagram',
      path,
      prove: async (raw, _headers, now) => prove(raw, { type, secret: keys.clientSecret, now }),
      take,
      ...(reply && { reply }),
    });
  const about = (event: SignedRequest, now: Date) => ({
    platform: 'instagram' as const,
    externalId: event.user_id,
    at: new Date(event.issued_at * SECOND),
    now,
  });
  receive({
    path: '/webhooks/instagram/deauthorize',
    type: 'deauthorize',
    take: (tx, event, now) =>
      loseAccess(tx, { ...about(event, now), because: 'The app was removed at Instagram.' }),
  });
  receive({
    path: '/webhooks/instagram/deletion',
    type: 'deletion',
    take: (tx, event, now) => forgetAccount(tx, about(event, now)),
    reply: ({ code }) => ({ url: `${appUrl}/webhooks/instagram/deletion/${code}`, confirmation_code: code }),
  });
  // Where Meta sends the person to see what became of the request.
  api.server.get('/webhooks/instagram/deletion/:code', { schema: { hide: true } }, async (asked, reply) => {
    const { code } = asked.params as { code: string };
    const done = await api.db
      .selectFrom('received_events')
      .select('received_at')
      .where('provider', '=', 'instagram')
      .where('event_id', '=', `deletion ${code}`)
      .executeTakeFirst();
    const text = done
      ? `What came from Instagram was deleted on ${done.received_at.toISOString().slice(0, 10)}.`
      : 'There is no such request, or it was done more than 90 days ago.';
    return reply
      .code(done ? 200 : 404)
      .type('text/plain; charset=utf-8')
      .serializer(String)
      .send(text);
  });
}

/** `signed_request=<signature>.<payload>`, both in base64url; the signature is the HMAC of the payload as it came. */
function prove(
  raw: Buffer,
  { type, secret, now }: { type: string; secret: string; now: Date },
): ProvedEvent<SignedRequest> | null {
  const [signature, payload] = (new URLSearchParams(raw.toString('utf8')).get('signed_request') ?? '').split(
    '.',
  );
  if (!signature || !payload) return null;
  const right = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(right, given)) return null;
  const parsed = request.safeParse(jsonOf(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!parsed.success) return null;
  if (Math.abs(now.getTime() - parsed.data.issued_at * SECOND) > SIGNED_WITHIN_MS) return null;
  const code = createHash('sha256').update(`${type} ${payload}`).digest('hex').slice(0, 32);
  return { id: `${type} ${code}`, type, event: { ...parsed.data, code } };
}
