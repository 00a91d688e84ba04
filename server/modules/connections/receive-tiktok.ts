import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Api } from '#server/http/route.ts';
import { registerWebhookRoute } from '#server/http/webhook.ts';
import { MINUTE, SECOND } from '#server/infra/clock.ts';
import type { TiktokKeys } from './platforms/tiktok-connect.ts';
import { revokeAccess } from './revoke-access.ts';

/** A message with an older signature is refused as a replay. */
export const SIGNED_WITHIN_MS = 5 * MINUTE;

const message = z.object({
  client_key: z.string(),
  event: z.string(),
  create_time: z.int().nonnegative(),
  user_openid: z.string().min(1),
  content: z.string().default('{}'),
});
type Message = z.infer<typeof message>;

const content = z.object({ reason: z.number() });

const reasons: Record<number, string> = {
  1: 'The account was disconnected at TikTok.',
  2: 'The account was deleted at TikTok.',
  3: 'TikTok ended the consent because the age of the account changed.',
  4: 'TikTok banned the account.',
  5: 'TikTok ended the consent on our behalf.',
};

/**
 * Registers the URL for TikTok's messages, which are signed with the client secret. Only a message about a
 * revoked consent has an effect.
 */
export function registerTiktokRoutes(api: Api, keys: TiktokKeys): void {
  registerWebhookRoute<Message>(api, {
    provider: 'tiktok',
    path: '/webhooks/tiktok',
    async prove(raw, headers, now) {
      if (!isSigned(String(headers['tiktok-signature'] ?? ''), raw, keys.clientSecret, now)) return null;
      const parsed = message.safeParse(jsonOf(raw.toString('utf8')));
      if (!parsed.success || parsed.data.client_key !== keys.clientKey) return null;
      // TikTok does not number messages, so two messages with the same bytes count as one.
      return {
        id: createHash('sha256').update(raw).digest('hex'),
        type: parsed.data.event,
        event: parsed.data,
      };
    },
    async take(tx, event, now) {
      if (event.event !== 'authorization.removed') return;
      const parsed = content.safeParse(jsonOf(event.content));
      await revokeAccess(tx, {
        platform: 'tiktok',
        externalId: event.user_openid,
        at: new Date(event.create_time * SECOND),
        because: reasons[parsed.success ? parsed.data.reason : 0] ?? 'TikTok ended the consent.',
        now,
      });
    },
  });
}

/**
 * Whether TikTok signed these bytes. The header is `t=<unix>,s=<hex>`; s is the HMAC of t, a dot and the
 * bytes.
 */
function isSigned(header: string, raw: Buffer, secret: string, now: Date): boolean {
  const signed = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header);
  if (!signed) return false;
  const [, time, signature] = signed;
  if (Math.abs(now.getTime() - Number(time) * SECOND) > SIGNED_WITHIN_MS) return false;
  const right = createHmac('sha256', secret).update(`${time}.`).update(raw).digest();
  return timingSafeEqual(right, Buffer.from(signature!, 'hex'));
}

/** Parses JSON. Returns undefined if the text is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
