import { Webhook } from 'standardwebhooks';
import { SECOND, systemClock } from '#server/infra/clock.ts';
import type { OutsideAnswer, PostOutside } from '#server/infra/post-outside.ts';
import { type Sealer, Unreadable } from '#server/infra/seal.ts';
import type { Claimed } from './claim.ts';
import { payloadOf } from './payload.ts';

/** Sends a delivery once, signed by Standard Webhooks with each secret that is valid. */
export async function attempt(
  claimed: Claimed,
  { post, sealer, appUrl }: { post: PostOutside; sealer: Sealer; appUrl: string },
): Promise<OutsideAnswer> {
  // Receivers compare it with their own clocks.
  const at = systemClock.now();
  const body = payloadOf(claimed, appUrl);
  const sealed = [claimed.secretSealed, claimed.previousSecretSealed].filter((one) => one !== null);
  try {
    const signatures = sealed.map((one) => new Webhook(sealer.unseal(one)).sign(claimed.eventId, at, body));
    return await post({
      url: claimed.url,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Permille-Webhooks/1',
        'webhook-id': claimed.eventId,
        'webhook-timestamp': String(Math.floor(at.getTime() / SECOND)),
        'webhook-signature': signatures.join(' '),
      },
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const why = 'The signing secret can’t be read any more. Make a new one.';
    return { status: null, retryAfter: null, text: '', error: why, ms: 0 };
  }
}
