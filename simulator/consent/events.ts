import { createHmac } from 'node:crypto';
import { appScopedId } from '../ids.ts';
import type { Service } from '../state.ts';
import type { World } from '../world.ts';

interface Sent {
  headers: Record<string, string>;
  body: string;
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

/**
 * Makes TikTok's signed `authorization.removed` event. `reason` 1 means that the user disconnected the app.
 */
export function tiktokRemoval(
  account: { id: string; reason?: number },
  keys: { clientKey: string; clientSecret: string },
  at: Date,
): Sent {
  const body = JSON.stringify({
    client_key: keys.clientKey,
    event: 'authorization.removed',
    create_time: seconds(at),
    user_openid: account.id,
    content: JSON.stringify({ reason: account.reason ?? 1 }),
  });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'tiktok-signature': tiktokSignature(body, keys.clientSecret, at),
    },
  };
}

export function tiktokSignature(body: string, secret: string, at: Date): string {
  const time = seconds(at);
  return `t=${time},s=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** Makes Meta's `signed_request` for an account, which its app-scoped id identifies. */
export function metaRequest(scopedId: string, secret: string, at: Date): Sent {
  const payload = Buffer.from(
    JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: seconds(at), user_id: scopedId }),
  ).toString('base64url');
  const signature = createHmac('sha256', secret).update(payload).digest('base64url');
  return {
    body: new URLSearchParams({ signed_request: `${signature}.${payload}` }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/**
 * Notifies the app that a user removed it, on platforms that send such events. The app's reply is ignored.
 */
export async function notifyConsentEnded(world: World, service: Service, accountId: string): Promise<void> {
  const now = world.clock.now();
  const { tiktok, instagram } = world.consentTargets;
  if (service === 'tiktok' && tiktok) await post(tiktok.url, tiktokRemoval({ id: accountId }, tiktok, now));
  if (service === 'instagram' && instagram) {
    await post(instagram.url, metaRequest(appScopedId(accountId), instagram.clientSecret, now));
  }
}

async function post(url: string, { headers, body }: Sent): Promise<void> {
  const signal = AbortSignal.timeout(5_000);
  const reply = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => null);
  await reply?.body?.cancel();
}
