import { Webhook } from 'standardwebhooks';
import { SECOND, systemClock } from '#server/infra/clock.ts';
import type { OutsideAnswer, OutsidePost, PostOutside } from '#server/infra/post-outside.ts';
import { type Sealer, Unreadable } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Claimed } from './claim.ts';
import { postAddress } from './discord/address.ts';
import { discordMessage } from './discord/message.ts';
import type { DiscordPlace } from './endpoints-deps.ts';
import { payloadOf } from './payload.ts';

export interface AttemptDeps {
  db: Database;
  post: PostOutside;
  /** Posts to Discord's own address, which the operator configured; hosts can't choose it. */
  postToDiscord: PostOutside;
  sealer: Sealer;
  appUrl: string;
  discord: DiscordPlace | null;
}

/** Result of an attempt that sent nothing, with the reason as a sentence. */
export interface Unsent {
  unsent: string;
}

/** Attempts a delivery once, in the format of its endpoint. */
export async function attempt(claimed: Claimed, deps: AttemptDeps): Promise<OutsideAnswer | Unsent> {
  try {
    if (claimed.format !== 'discord') return await deps.post(signed(claimed, deps));
    if (!deps.discord) return { unsent: 'This installation posts nothing on Discord.' };
    const body = await discordMessage(deps.db, claimed, deps.appUrl);
    if (body === null) return { unsent: 'By the time it could be sent, there was nothing left to report.' };
    const token = deps.sealer.unseal(claimed.secretSealed);
    return await deps.postToDiscord({
      url: postAddress({ url: claimed.url, token }, deps.discord),
      body,
      headers: { ...HEADERS, 'user-agent': `DiscordBot (${deps.appUrl}, 1)` },
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const why =
      claimed.format === 'discord'
        ? 'The address can no longer be read. Enter it again.'
        : 'The signing secret can no longer be read. Make a new one.';
    return { status: null, retryAfter: null, text: '', error: why, ms: 0 };
  }
}

const HEADERS = { 'content-type': 'application/json' };

/** Builds a request that is signed with each valid secret, as Standard Webhooks specifies. */
function signed(claimed: Claimed, { sealer, appUrl }: Pick<AttemptDeps, 'sealer' | 'appUrl'>): OutsidePost {
  // The time is real time, because receivers compare it with their own clocks.
  const at = systemClock.now();
  const body = payloadOf(claimed, appUrl);
  const sealed = [claimed.secretSealed, claimed.previousSecretSealed].filter((one) => one !== null);
  const signatures = sealed.map((one) => new Webhook(sealer.unseal(one)).sign(claimed.eventId, at, body));
  return {
    url: claimed.url,
    body,
    headers: {
      ...HEADERS,
      'user-agent': 'Permille-Webhooks/1',
      'webhook-id': claimed.eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / SECOND)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
