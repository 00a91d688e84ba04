import type { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { baseUrl, key, text } from './values.ts';

/** Variables of the Discord application. */
export const discordVariables = {
  DISCORD_APPLICATION_ID: text
    .regex(/^\d{15,25}$/, { error: 'must be the id of the application, like 1100000000000000000' })
    .optional(),
  DISCORD_PUBLIC_KEY: text
    .regex(/^[\da-f]{64}$/i, { error: 'must be the public key of the application: 64 hexadecimal digits' })
    .optional(),
  DISCORD_BOT_TOKEN: key,
  DISCORD_BASE: baseUrl,
};

type Values = { [Name in keyof typeof discordVariables]?: z.output<(typeof discordVariables)[Name]> };

export interface DiscordKeys {
  applicationId: string;
  /** The key that verifies Discord's messages, in hexadecimal. */
  publicKey: string;
  /** The token that registers the commands; null when the application's owner registers them by hand. */
  botToken: string | null;
}

/** Null when Discord is not offered. */
export const discordKeys = (values: Values): DiscordKeys | null =>
  values.DISCORD_APPLICATION_ID && values.DISCORD_PUBLIC_KEY
    ? {
        applicationId: values.DISCORD_APPLICATION_ID,
        publicKey: values.DISCORD_PUBLIC_KEY.toLowerCase(),
        botToken: values.DISCORD_BOT_TOKEN ?? null,
      }
    : null;

/** Checks the Discord settings. A demo must have no keys, because it uses the simulator. */
export function checkDiscord(values: Values, mode: string): void {
  const given = Object.keys(discordVariables).find((name) => values[name as keyof Values]);
  if (mode === 'demo' && given && given !== 'DISCORD_BASE')
    throw new ConfigError(
      `${given} must not be set in demo mode, because test and live never mix; set MODE=staging or MODE=live, or remove it.`,
    );
  const { DISCORD_APPLICATION_ID: id, DISCORD_PUBLIC_KEY: publicKey, DISCORD_BOT_TOKEN: token } = values;
  if (!id !== !publicKey) {
    const [set, missing] = id ? ['APPLICATION_ID', 'PUBLIC_KEY'] : ['PUBLIC_KEY', 'APPLICATION_ID'];
    throw new ConfigError(`DISCORD_${set} is set without DISCORD_${missing}; set both or neither.`);
  }
  if (token && !id)
    throw new ConfigError(
      'DISCORD_BOT_TOKEN is set without DISCORD_APPLICATION_ID; set both, or remove the token.',
    );
}
