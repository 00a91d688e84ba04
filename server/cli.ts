import { once } from 'node:events';
import { sql } from 'kysely';
import type { Command } from './cli/command.ts';
import { createAdmin } from './cli/create-admin.ts';
import { exportJournal } from './cli/export.ts';
import { importStatement } from './cli/import-statement.ts';
import { reconcile } from './cli/reconcile.ts';
import { resetSecondFactor } from './cli/reset-second-factor.ts';
import { seedDemo } from './cli/seed-demo.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { createDatabase } from './infra/db.ts';
import { createLog } from './infra/log.ts';
import { openDatabase } from './infra/open-database.ts';
import { findRunning } from './infra/running-database.ts';
import type { Database } from './infra/transaction.ts';
import { startFailure } from './start-failure.ts';

const commands: Record<string, Command> = {
  'create-admin': createAdmin,
  'reset-second-factor': resetSecondFactor,
  'seed-demo': seedDemo,
  reconcile,
  'import-statement': importStatement,
  export: exportJournal,
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
  const config = readConfig({ ...env, ADMIN_USERNAME: undefined, ADMIN_PASSWORD: undefined });
  const { db, stop } = await open(config);
  try {
    const print = (line: string) => console.log(line);
    const write = async (text: string) => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    };
    return await command.run({
      db,
      demo: config.mode === 'demo',
      args,
      adminPassword: env.ADMIN_PASSWORD || null,
      print,
      write,
    });
  } finally {
    await stop();
  }
}

/** The database of a server that runs here, else the configured one, started for the time of the command. */
async function open(config: Config): Promise<{ db: Database; stop(): Promise<void> }> {
  const running = config.database.kind === 'embedded' ? findRunning(config.dataDir) : null;
  if (running) {
    const { db, close } = createDatabase(running.appUrl);
    // The note may be of a process that was killed, and its id another one's by now.
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    if (answers) return { db, stop: close };
    await close();
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
