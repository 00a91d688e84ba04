import { NO_ACCESS } from '#contract/accounts/account-access.ts';
import { personalAccount } from '#contract/accounts/ids.ts';
import { createSealer } from './infra/seal.ts';
import type { Secrets } from './infra/secrets.ts';
import type { AccessKeeper } from './modules/accounts/accounts.ts';
import { countKeys, revokeKeysOf } from './modules/api-keys/api-keys.ts';
import { eraseDiscord, linkOf } from './modules/discord/discord.ts';
import { countEndpointsOf, disableEndpointsOf } from './modules/webhook-endpoints/webhook-endpoints.ts';

/**
 * Lists everything that acts for people without their password, from the modules that store it. The accounts
 * module ends all of this when the password changes.
 */
export function accountAccess(secrets: Secrets): AccessKeeper {
  const sealer = createSealer(secrets, 'webhook secrets');
  return {
    async find(db, userId) {
      const accountId = personalAccount(userId);
      const { standard, discord } = await countEndpointsOf(db, accountId);
      return {
        ...NO_ACCESS,
        apiKeys: await countKeys(db, accountId),
        webhookEndpoints: standard,
        discordChannels: discord,
        discordAccount: (await linkOf(db, userId))?.name ?? null,
      };
    },
    async revoke(tx, whose, now) {
      const link = await linkOf(tx, whose.userId);
      await eraseDiscord(tx, whose.userId);
      const acts = { ...whose, accountId: personalAccount(whose.userId) };
      const apiKeys = await revokeKeysOf(tx, acts, now);
      const { standard, discord } = await disableEndpointsOf(tx, sealer, acts, now);
      return {
        ...NO_ACCESS,
        apiKeys,
        webhookEndpoints: standard,
        discordChannels: discord,
        discordAccount: link?.name ?? null,
      };
    },
  };
}
