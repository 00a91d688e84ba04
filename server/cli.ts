import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { backup } from './cli/backup.ts';
import type { Command, LoneCommand } from './cli/command.ts';
import { createAdmin } from './cli/create-admin.ts';
import { registerDiscordCommands } from './cli/discord-commands.ts';
import { doctor } from './cli/doctor.ts';
import { exportJournal } from './cli/export.ts';
import { importStatement } from './cli/import-statement.ts';
import { migrateDatabase } from './cli/migrate.ts';
import { moveToBucket } from './cli/move-files.ts';
import { reconcile } from './cli/reconcile.ts';
import { resetSecondFactor } from './cli/reset-second-factor.ts';
import { restore } from './cli/restore.ts';
import { rotateSecret } from './cli/rotate-secret.ts';
import { seedDemo } from './cli/seed-demo.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { createDatabase } from './infra/db.ts';
import { createLog } from './infra/log.ts';
import { openDatabase } from './infra/open-database.ts';
import { findRunning } from './infra/running-database.ts';
import { secretsOf } from './infra/secret-record.ts';
import type { Database } from './infra/transaction.ts';
import { startFailure } from './start-failure.ts';

const commands: Record<string, Command | LoneCommand> = {
  doctor,
  migrate: migrateDatabase,
  'create-admin': createAdmin,
  'reset-second-factor': resetSecondFactor,
  'seed-demo': seedDemo,
  reconcile,
  'import-statement': importStatement,
  export: exportJournal,
  backup,
  restore,
  'rotate-secret': rotateSecret,
  'move-files': moveToBucket,
  'discord-commands': registerDiscordCommands,
};

const [name = '', ...args] = process.argv.slice(2);
try {
  process.exitCode = await run(name, args);
} catch (error) {
  console.error(startFailure(error, null));
  process.exitCode = 1;
}

async function run(name: string, args: string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    console.error('Name one of these commands:');
    for (const { says } of Object.values(commands)) console.error(`  ${says}`);
    return 1;
  }
  const env = readEnvironment();
  const print = (line: string) => console.log(line);
  const configOf = () => readConfig({ ...env, ADMIN_USERNAME: undefined, ADMIN_PASSWORD: undefined });
  if ('runAlone' in command)
    return await command.runAlone({ args, env, print, readConfig: configOf, openAsItIs });
  const config = configOf();
  const { db, stop } = await open(config);
  try {
    const write = async (text: string) => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    };
    const adminPassword = env.ADMIN_PASSWORD || null;
    const secrets = await secretsOf(db, { current: config.secret, previous: config.previousSecret });
    const demo = config.mode === 'demo';
    return await command.run({ db, demo, secrets, args, adminPassword, print, write });
  } finally {
    await stop();
  }
}

/** The database of a server that runs here, else the configured one, started for the time of the command. */
async function open(config: Config): Promise<{ db: Database; stop(): Promise<void> }> {
  const running = config.database.kind === 'embedded' ? await findAnswering(config.dataDir) : null;
  if (running) {
    const { db, close } = createDatabase(running.appUrl);
    return { db, stop: close };
  }
  const opened = await openDatabase(config.database, config.dataDir, createLog('warn'));
  const { db, close } = createDatabase(opened.appUrl);
  return {
    db,
    async stop() {
      await close();
      await opened.stop();
    },
  };
}

/** Not migrated: what is backed up before an upgrade must be what the version before reads. */
async function openAsItIs({ dataDir }: Config): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  const running = await findAnswering(dataDir);
  if (running) return { ownerUrl: running.ownerUrl, stop: async () => undefined };
  if (!existsSync(join(dataDir, 'postgres')))
    throw new Error(`The data folder ${dataDir} has no database: set DATA_DIR to the one of the server.`);
  return await startEmbedded({ dataDir });
}

/** The note may be of a process that was killed, and its id another one's by now. */
async function findAnswering(dataDir: string) {
  const running = findRunning(dataDir);
  if (!running) return null;
  const { db, close } = createDatabase(running.appUrl);
  const answers = await sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  await close();
  return answers ? running : null;
}
