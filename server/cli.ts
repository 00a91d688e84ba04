import { once } from 'node:events';
import { sql } from 'kysely';
import { backup } from './cli/backup.ts';
import type { Command, LoneCommand, OpenedForCommand } from './cli/command.ts';
import { createAdmin } from './cli/create-admin.ts';
import { exportJournal } from './cli/export.ts';
import { importStatement } from './cli/import-statement.ts';
import { reconcile } from './cli/reconcile.ts';
import { resetSecondFactor } from './cli/reset-second-factor.ts';
import { restore } from './cli/restore.ts';
import { seedDemo } from './cli/seed-demo.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { createDatabase } from './infra/db.ts';
import { createLog } from './infra/log.ts';
import { openDatabase } from './infra/open-database.ts';
import { findRunning } from './infra/running-database.ts';
import { startFailure } from './start-failure.ts';

const commands: Record<string, Command | LoneCommand> = {
  'create-admin': createAdmin,
  'reset-second-factor': resetSecondFactor,
  'seed-demo': seedDemo,
  reconcile,
  'import-statement': importStatement,
  export: exportJournal,
  backup,
  restore,
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
  if ('runAlone' in command) return await command.runAlone({ args, env, print, readConfig: configOf, open });
  const config = configOf();
  const { db, stop } = await open(config);
  try {
    const write = async (text: string) => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    };
    const adminPassword = env.ADMIN_PASSWORD || null;
    return await command.run({ db, demo: config.mode === 'demo', args, adminPassword, print, write });
  } finally {
    await stop();
  }
}

async function open(config: Config): Promise<OpenedForCommand> {
  const running = config.database.kind === 'embedded' ? findRunning(config.dataDir) : null;
  if (running) {
    const { db, close } = createDatabase(running.appUrl);
    // The note may be of a process that was killed, and its id another one's by now.
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    if (answers) return { db, ownerUrl: running.ownerUrl, stop: close };
    await close();
  }
  const opened = await openDatabase(config.database, config.dataDir, createLog('warn'));
  const { db, close } = createDatabase(opened.appUrl);
  return {
    db,
    ownerUrl: opened.ownerUrl,
    async stop() {
      await close();
      await opened.stop();
    },
  };
}
