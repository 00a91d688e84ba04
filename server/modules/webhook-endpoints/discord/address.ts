import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { DiscordPlace } from '../endpoints-deps.ts';

/** Host names of webhook addresses: each edition of Discord's app copies addresses with another one. */
const HOSTS = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'];
const PATH = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,25})\/([\w-]{40,100})\/?$/;
const THREAD = /^\d{15,25}$/;

export interface DiscordAddress {
  /** Identifies the webhook, and the thread if one is chosen. Contains no token, so nobody can post with it. */
  url: string;
  token: string;
}

/** Parses an address that a host copied from the settings of a channel. */
export function discordAddress(
  text: string,
  { base }: DiscordPlace,
): Outcome<DiscordAddress, 'invalid_input'> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const path = url && pathIn(url, new URL(base));
  const [, id, token] = (path && PATH.exec(path)) ?? [];
  const thread = url?.searchParams.get('thread_id');
  if (!id || !token || (thread && !THREAD.test(thread)))
    return refuse('invalid_input', {
      field: 'url',
      detail:
        'Copy the address in Discord: server settings, Integrations, Webhooks, Copy Webhook URL. It begins with https://discord.com/api/webhooks/.',
    });
  return { url: `https://discord.com/api/webhooks/${id}${thread ? `?thread_id=${thread}` : ''}`, token };
}

/** Returns the path below /api, at Discord itself or, in a demo, at the simulator. */
function pathIn(url: URL, base: URL): string | null {
  if (url.origin === base.origin && url.pathname.startsWith(`${base.pathname}/`))
    return `/api${url.pathname.slice(base.pathname.length)}`;
  const isDiscord = url.protocol === 'https:' && url.port === '' && HOSTS.includes(url.hostname);
  return isDiscord && !url.username && !url.password ? url.pathname : null;
}

/**
 * Returns the URL to which a message is posted. Discord then answers with the message, or with the reason why
 * there is none.
 */
export function postAddress({ url, token }: DiscordAddress, { base }: DiscordPlace): string {
  const { pathname, searchParams } = new URL(url);
  const at = new URL(`${base}/v10${pathname.slice('/api'.length)}/${token}`);
  at.searchParams.set('wait', 'true');
  const thread = searchParams.get('thread_id');
  if (thread) at.searchParams.set('thread_id', thread);
  return at.href;
}
