import type { MemberRole } from '#contract/accounts.ts';
import type { Notice } from '#server/modules/notifications/notifications.ts';

interface Owner {
  ownerId: string;
  role: MemberRole;
  url: string;
}

/** The host, because the whole address may hold a secret and would stand in a mail. */
const hostIn = (url: string): string => new URL(url).host;

const linkFor = (role: MemberRole): string => `/${role}/settings#webhooks`;

/** For whoever did not do it: an endpoint outlives the session that added it. */
export const addedNotice = ({ ownerId, role, url }: Owner): Notice => ({
  userId: ownerId,
  kind: 'webhook.added',
  title: 'A webhook endpoint was added',
  body: `Events that you may know are sent to ${hostIn(url)} from now on. If that was not you, remove it in Settings and change your password.`,
  link: linkFor(role),
});

/** `off` says why the endpoint is off by now; null: it is still tried. */
export function failureNotice(
  { ownerId, role, url }: Owner,
  failures: number,
  off: 'gone' | 'failing' | null,
): Notice {
  const host = hostIn(url);
  const [title, body] =
    off === 'gone'
      ? [OFF, `${host} answered that nobody is there any more (410), so nothing is sent to it. ${AGAIN}`]
      : off === 'failing'
        ? [
            OFF,
            `The last ${failures} attempts to send events to ${host} failed, so nothing is sent to it any more. ${AGAIN}`,
          ]
        : [
            'A webhook endpoint fails',
            `The last ${failures} attempts to send events to ${host} failed. They go on; after 20 it is turned off. The log in Settings says what went wrong.`,
          ];
  const kind = off ? 'webhook.turned_off' : 'webhook.failing';
  return { userId: ownerId, kind, title, body, link: linkFor(role) };
}

const OFF = 'A webhook endpoint was turned off';
const AGAIN = 'You can turn it on again in Settings.';
