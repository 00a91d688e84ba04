import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { storyFolder } from '../db/test-folder.ts';
import { lastingPort } from '../scripts/lasting-port.ts';

const READY_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 20_000;

/** The admin who exists on every story's server. */
export const admin = { username: 'story_admin', password: 'ledger-of-lisbon-41' };

/** Environment variable with the folder of `prepareData`, for the processes that run the stories. */
const PREPARED = 'PERMILLE_STORY_DATA';

export interface RunningServer {
  baseUrl: string;
  dataDir: string;
  /** Kills the server as a crash does, and restarts it with the same data and address. */
  crashAndRestart(): Promise<void>;
  /** Stops the server; resolves with a function that restarts it with the same data and address. */
  leave(): Promise<() => Promise<void>>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the built server on a free port with its own data folder: demo, tools, a known admin.
 * @param env additional variables, which take precedence
 * @throws Error with the server's output when it does not become ready
 */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = storyFolder();
  const prepared = process.env[PREPARED];
  // The prepared data is for demo mode only, because a database keeps its mode for ever.
  if (prepared && (env.MODE ?? 'demo') === 'demo') copyFolder(prepared, dataDir);
  const PORT = env.PORT ?? (await lastingPort());
  const start = () => launch({ ...env, DATA_DIR: dataDir, PORT });
  let { child, baseUrl } = await start();
  return {
    baseUrl,
    dataDir,
    async crashAndRestart() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      ({ child } = await start());
    },
    async leave() {
      await end(child);
      return async () => {
        ({ child } = await start());
      };
    },
    async stop() {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Makes the seeded demo with which the stories' servers start, because seeding takes most of a first start.
 * `complete` adds data to it. Returns a function that removes it.
 */
export async function prepareData(
  complete: (server: Pick<RunningServer, 'baseUrl' | 'dataDir'>) => Promise<void>,
): Promise<() => void> {
  const dataDir = storyFolder();
  const { child, baseUrl } = await launch({ DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: '1' });
  await complete({ baseUrl, dataDir }).finally(() => end(child));
  process.env[PREPARED] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/** Copies a folder with owners and permissions, because PostgreSQL may run as another user. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-Rp', `${from}/.`, to]);
}

async function launch(env: Record<string, string>): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // Other variables of the caller are left out, so that a story runs the same everywhere.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      DEMO: '1',
      DEV_TOOLS: '1',
      // There is no market, because stories move the clock by days and have their own people.
      DEMO_MARKET: '0',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const baseUrl = /Permille is ready: (\S+)/.exec(output)?.[1];
    if (baseUrl && (await isReady(baseUrl))) return { child, baseUrl };
    await pause(50);
  }
  await end(child);
  throw new Error(`The server did not become ready. It said:\n${output}`);
}

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );

/** Stops this process; kills it if it does not stop in time. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await gone;
  clearTimeout(force);
}
