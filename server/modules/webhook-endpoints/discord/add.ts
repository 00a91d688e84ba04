import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { DiscordKind } from '#contract/webhook-endpoints/discord-webhooks.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { EndpointsDeps } from '../endpoints-deps.ts';
import { keepEndpoint } from '../keep-endpoint.ts';
import { writeTestEvent } from '../replay.ts';
import { discordAddress } from './address.ts';

interface NewChannel {
  ownerId: AccountId;
  userId: UserId;
  sessionId: string;
  name: string;
  url: string;
  kinds: readonly DiscordKind[];
  now: Date;
}

type Refused =
  | 'unauthenticated'
  | 'not_found'
  | 'invalid_input'
  | 'webhook_endpoints_full'
  | 'webhook_endpoint_exists';

/**
 * Stores a channel and posts a first message there at once. If Discord answers that the webhook does not exist, the
 * channel is disabled.
 */
export async function addDiscordWebhook(
  deps: EndpointsDeps,
  { ownerId, userId, sessionId, name, url, kinds, now }: NewChannel,
): Promise<Outcome<{ id: string }, Refused>> {
  if (!deps.discord) return refuse('not_found');
  const address = discordAddress(url, deps.discord);
  if (isRefusal(address)) return address;
  const { url: named, token } = address;
  const channel = {
    ownerId,
    userId,
    sessionId,
    role: 'host',
    format: 'discord',
    name,
    url: named,
    kinds,
    secret: token,
    now,
  } as const;
  return await keepEndpoint(deps, channel, (tx, id) => writeTestEvent(tx, id, now));
}
