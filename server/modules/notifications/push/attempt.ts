import webPush from 'web-push';
import { topicLabel } from '#contract/notifications/topic-labels.ts';
import { DAY, SECOND } from '#server/infra/clock.ts';
import type { OutsideAnswer, PostOutside } from '#server/infra/post-outside.ts';
import { type Sealer, Unreadable } from '#server/infra/seal.ts';
import type { ClaimedPush } from './claim.ts';
import type { PushKeys } from './keys.ts';
import type { Target } from './subscribe.ts';

/** Longer texts are cut, because a push service accepts about 4 kB. */
const TEXT_MAX = 400;

const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);

/**
 * Returns the content of a push. It contains names and amounts only if the person chose that, because a
 * locked screen shows them to anyone.
 */
export function pushPayload(
  { notificationId, topic, title, body, link, role }: ClaimedPush,
  showsDetails: boolean,
) {
  const shown = showsDetails
    ? { title: cut(title), body: cut(body) }
    : {
        title: topicLabel(topic, role === 'host' ? 'host' : 'clipper').name,
        body: 'Open Permille to read it.',
      };
  return { id: notificationId, link, ...shown };
}

interface Deps {
  post: PostOutside;
  sealer: Sealer;
  keys: PushKeys;
  /** VAPID subject: the operator's contact. */
  subject: string;
}

const noAnswer = (error: string): OutsideAnswer => ({
  status: null,
  retryAfter: null,
  text: '',
  error,
  ms: 0,
});

/**
 * Sends a push once: encrypted for the browser (RFC 8291), signed for its push service (RFC 8292). Returns
 * null if the subscription can't be decrypted any more.
 */
export async function attemptPush(
  claimed: ClaimedPush & { target: NonNullable<ClaimedPush['target']> },
  { post, sealer, keys, subject }: Deps,
): Promise<OutsideAnswer | null> {
  try {
    const { endpoint, p256dh, auth } = JSON.parse(sealer.unseal(claimed.target.sealed)) as Target;
    const payload = JSON.stringify(pushPayload(claimed, claimed.target.showsDetails));
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: DAY / SECOND,
      urgency: 'normal',
      // A repeated push replaces the one that waits at the service.
      topic: claimed.id.replaceAll('-', ''),
      contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
    });
    return await post({
      url: endpoint,
      headers: textOf(request.headers),
      body: request.body ?? Buffer.alloc(0),
    });
  } catch (error) {
    if (error instanceof Unreadable) return null;
    return noAnswer(String(error));
  }
}

const textOf = (headers: webPush.Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );
