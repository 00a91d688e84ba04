import { once } from 'node:events';
import { readConfig } from '#server/config.ts';
import { backup } from './backup.ts';
import type { Command, LoneCommand } from './command.ts';
import { createAdmin } from './create-admin.ts';
import { registerDiscordCommands } from './discord-commands.ts';
import { doctor } from './doctor.ts';
import { exportJournal } from './export.ts';
import { importStatement } from './import-statement.ts';
import { migrateDatabase } from './migrate.ts';
import { moveToBucket } from './move-files.ts';
import { openInstallation, openUnmigrated } from './open-installation.ts';
import { outbox } from './outbox.ts';
import { reconcile } from './reconcile.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { restore } from './restore.ts';
import { rotateSecret } from './rotate-secret.ts';
import { seedDemo } from './seed-demo.ts';

/** The operator's commands by name. */
export const commands: Record<string, Command | LoneCommand> = {
  doctor,
  migrate: migrateDatabase,
  'create-admin': createAdmin,
  'reset-second-factor': resetSecondFactor,
  'seed-demo': seedDemo,
  outbox,
  reconcile,
  'import-statement': importStatement,
  export: exportJournal,
  backup,
  restore,
  'rotate-secret': rotateSecret,
  'move-files': moveToBucket,
  'discord-commands': registerDiscordCommands,
};

interface Call {
  name: string;
  args: string[];
  env: Record<string, string | undefined>;
  print(line: string): void;
}

/**
 * Runs the command and resolves with its exit code. Only `migrate` and `restore` create a database or a data
 * folder.
 */
export async function runCommand({ name, args, env, print }: Call): Promise<number> {
  const command = commands[name];
  if (!command) {
    print('Name one of these commands:');
    for (const { says } of Object.values(commands)) print(`  ${says}`);
    return 1;
  }
  const configOf = () => readConfig({ ...env, ADMIN_USERNAME: undefined, ADMIN_PASSWORD: undefined });
  if ('runAlone' in command)
    return await command.runAlone({ args, env, print, readConfig: configOf, openUnmigrated });
  const config = configOf();
  const { db, mode, stop } = await openInstallation(config);
  try {
    const write = async (text: string) => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    };
    const adminPassword = env.ADMIN_PASSWORD || null;
    const secrets = { current: config.secret, previous: config.previousSecret };
    return await command.run({ db, mode, secrets, args, adminPassword, print, write });
  } finally {
    await stop();
  }
}
