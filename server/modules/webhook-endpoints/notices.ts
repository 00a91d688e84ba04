import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { AccountId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import type { Notice } from '#server/modules/notifications/notifications.ts';

interface Owner {
  ownerId: AccountId;
  role: MemberRole;
  url: string;
  /** Name of a Discord channel; null for the owner's server. */
  name: string | null;
}

/** Returns only the host name, because the whole address may contain a secret and would appear in a mail. */
const hostIn = (url: string): string => new URL(url).host;

const linkFor = ({ role, name }: Owner): string =>
  name === null
    ? settingsPath(role, 'developers', 'webhooks')
    : settingsPath(role, 'notifications', 'discord');

const IF_NOT_YOU = 'If that was not you, remove it in Settings and change your password.';

/**
 * Returns the notice that an endpoint was added. The owner gets it even if another person may have added the
 * endpoint, because the endpoint outlives the session that added it.
 */
export function addedNotice(owner: Owner): Notice {
  const { ownerId, url, name } = owner;
  const [title, body] =
    name === null
      ? [
          'A webhook endpoint was added',
          `The events that you chose are sent to ${hostIn(url)} from now on. ${IF_NOT_YOU}`,
        ]
      : [
          'A Discord channel was added',
          `Your listings are announced in the channel “${name}” on Discord from now on. ${IF_NOT_YOU}`,
        ];
  return { accountId: ownerId, kind: 'webhook.added', title, body, link: linkFor(owner) };
}

/**
 * Returns the notice that an endpoint fails. `off` says why the endpoint was disabled; null if it is still
 * tried.
 */
export function failureNotice(owner: Owner, failures: number, off: 'gone' | 'failing' | null): Notice {
  const { ownerId, url, name } = owner;
  const what = name === null ? 'A webhook endpoint' : 'A Discord channel';
  const sending = name === null ? `send events to ${hostIn(url)}` : `post in “${name}” on Discord`;
  const gone =
    name === null
      ? `${hostIn(url)} answered that the address is gone (410), so we stopped sending to it.`
      : `Discord answered that the webhook of “${name}” was deleted or has another address now, so nothing is posted there. Enter its new address in Settings, or remove it.`;
  const title = off ? `${what} was turned off` : `${what} is failing`;
  const body =
    off === 'gone'
      ? `${gone} ${AGAIN}`
      : off === 'failing'
        ? `The last ${failures} attempts to ${sending} failed, so we stopped sending there. ${AGAIN}`
        : `The last ${failures} attempts to ${sending} failed. We keep trying; after 20 failures in a row it is turned off. The log in Settings says what went wrong.`;
  const kind = off ? 'webhook.turned_off' : 'webhook.failing';
  return { accountId: ownerId, kind, title, body, link: linkFor(owner) };
}

const AGAIN = 'You can turn it on again in Settings.';
