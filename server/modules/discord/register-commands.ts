import { callService } from '#server/infra/tracing/call-service.ts';
import { discordCommands } from './commands.ts';
import type { DiscordAccess } from './discord-deps.ts';

const LIMIT_MS = 10_000;

type Bot = Pick<DiscordAccess, 'base' | 'applicationId' | 'botToken'>;

const call = (base: string, path: string, { botToken }: Bot, init: RequestInit = {}) =>
  callService(`${base}/v10/applications/${path}`, {
    ...init,
    headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(LIMIT_MS),
    redirect: 'error',
  });

/** Replaces the commands at Discord with ours. Returns null or, if this failed, the reason. */
export async function registerCommands(bot: Bot): Promise<string | null> {
  const body = JSON.stringify(discordCommands);
  const reply = await call(bot.base, `${bot.applicationId}/commands`, bot, { method: 'PUT', body });
  return reply.ok ? null : `Discord answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`;
}

/** Lists errors in the application's settings at Discord. */
export async function findApplicationFaults(
  access: Bot & Pick<DiscordAccess, 'publicKey'>,
  appUrl: string,
): Promise<string[]> {
  const reply = await call(access.base, '@me', access);
  if (!reply.ok) return [`Discord answers ${reply.status} to DISCORD_BOT_TOKEN`];
  const { id, verify_key, interactions_endpoint_url: url } = (await reply.json()) as Record<string, unknown>;
  const wanted = `${appUrl}/webhooks/discord`;
  return [
    ...(id === access.applicationId ? [] : ['DISCORD_APPLICATION_ID is not of the application of the token']),
    ...(verify_key === access.publicKey
      ? []
      : ['DISCORD_PUBLIC_KEY is not the public key of the application']),
    ...(url === wanted ? [] : [`its interactions endpoint is not ${wanted}`]),
  ];
}
