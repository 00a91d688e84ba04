import { registerCommands } from '#server/modules/discord/discord.ts';
import { discordAccess } from '#server/open-platforms.ts';
import type { LoneCommand } from './command.ts';

export const registerDiscordCommands: LoneCommand = {
  says: 'discord-commands     registers the commands of DISCORD_APPLICATION_ID at Discord, by DISCORD_BOT_TOKEN; again after an update',
  async runAlone({ readConfig, print }) {
    const access = discordAccess(readConfig());
    if (!access?.botToken) {
      print(
        'Set DISCORD_APPLICATION_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN first (docs/operate/services.md).',
      );
      return 1;
    }
    const problem = await registerCommands(access);
    print(problem ?? 'Registered. Discord shows the commands within a minute.');
    return problem === null ? 0 : 1;
  },
};
