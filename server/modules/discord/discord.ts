import { discordRoutes } from '#contract/discord.ts';
import type { Module } from '#server/http/module.ts';
import { implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { registerInteractions } from './interactions.ts';
import { endLink, makeLinkCode } from './link-account.ts';
import { linkOf } from './queries.ts';

export { discordCommands } from './commands.ts';
export type { DiscordAccess } from './discord-deps.ts';
export { eraseDiscord } from './link-account.ts';
export { linkOf } from './queries.ts';
export { findApplicationFaults, registerCommands } from './register-commands.ts';

/**
 * Discord commands, which show public listings to everybody and a linked account's own figures to its person.
 * They change nothing except the link between the accounts.
 */
export const createDiscordModule = (deps: DiscordDeps): Module => ({
  name: 'discord',
  routes(api) {
    const { db, access } = deps;
    implement(api, discordRoutes.showDiscordLink, async ({ actor }) => ({
      isOffered: access !== null,
      addUrl: access?.addUrl ?? null,
      link: await linkOf(db, actor.userId),
    }));
    implement(api, discordRoutes.makeDiscordCode, async ({ actor, now }) => {
      if (!access) return refuse('not_found');
      return await makeLinkCode(db, actor, now);
    });
    implement(api, discordRoutes.endDiscordLink, async ({ actor }) => {
      await endLink(db, { user_id: actor.userId });
      return {};
    });
    registerInteractions(api, deps);
  },
});
