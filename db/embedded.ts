import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Account, canReach, postgresAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { give, OWNER, openCluster, requireSpace } from './embedded-cluster.ts';
import { clearPidFile } from './embedded-pidfile.ts';
import { type Launch, type Log, launch, launchPatiently, type Running } from './embedded-process.ts';
import { inUtc } from './utc-session.ts';

export type EmbeddedOptions = {
  /**
   * The product's data folder, which contains the cluster in `postgres`. Without it the cluster is temporary,
   * and deleted when it stops.
   */
  dataDir?: string;
  log?: Log;
  /** False only when a power cut may lose everything (tests). */
  sync?: boolean;
  /** Parent folder of a temporary cluster; absent for the system's folder for temporary files. */
  base?: string;
};

export type Embedded = {
  /**
   * URL of the database `permille` for its owner, who may do everything. The URL stays valid over restarts.
   */
  ownerUrl: string;
  /** Password that `migrate` gives to the app's role. */
  appPassword: string;
  /** Process id of the running PostgreSQL; it changes after a crash. */
  readonly pid: number;
  /** Stops PostgreSQL (fast shutdown) and frees its resources. It may be called twice. */
  stop(): Promise<void>;
};

const DATABASE = 'permille';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const HEALTHY_AFTER_MS = 60_000;
/** The longest path of a socket that every system accepts: 107 bytes on Linux, 103 on macOS. */
const SOCKET_PATH_BYTES = 103;

/**
 * Makes a private folder with a short path for the socket and, if the cluster is temporary, for all of it.
 */
function makeRunFolder(account: Account, base: string): string {
  const fits =
    Buffer.byteLength(join(base, 'permille-XXXXXX', '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES &&
    canReach(account, base, 'x');
  const folder = mkdtempSync(join(fits ? base : '/tmp', 'permille-'));
  give(folder, account);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 5432;
}

function urlOf({ socketDir, port, cluster }: Launch, database: string): string {
  const url = new URL(`postgresql://${OWNER}:${cluster.secrets.ownerPassword}@127.0.0.1:${port}/${database}`);
  if (socketDir) url.searchParams.set('host', socketDir);
  return url.href;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: inUtc(url) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Keeps PostgreSQL running: when it ends unexpectedly it is restarted, after a pause that doubles up to ten
 * seconds.
 */
function keepUp(first: Running, options: Launch): { readonly pid: number; stop(): Promise<void> } {
  let running = first;
  const ending = new AbortController();
  const loop = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const since = Date.now();
      const how = await running.exited;
      if (ending.signal.aborted) return;
      if (Date.now() - since > HEALTHY_AFTER_MS) pause = FIRST_PAUSE_MS;
      options.log(`PostgreSQL ended by itself (${how}): starting it again`, 'warn');
      for (let up = false; !up; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        await wait(pause, undefined, { signal: ending.signal }).catch(() => undefined);
        if (ending.signal.aborted) return;
        up = await relaunch();
      }
      if (ending.signal.aborted) return;
    }
  };
  const relaunch = async (): Promise<boolean> => {
    try {
      await clearPidFile(options.cluster.folder);
      running = await launch(options);
      return true;
    } catch (error) {
      options.log(`PostgreSQL did not start: ${(error as Error).message}`, 'warn');
      return false;
    }
  };
  const looping = loop();
  return {
    get pid() {
      return running.pid;
    },
    async stop() {
      ending.abort();
      await running.stop();
      await looping;
      // A restart may have been in progress when the stop began.
      await running.stop();
    },
  };
}

/** Starts the PostgreSQL of the npm package; every failure throws one clear sentence. */
export async function startEmbedded({
  dataDir,
  log = () => undefined,
  sync = true,
  base = tmpdir(),
}: EmbeddedOptions): Promise<Embedded> {
  const account = postgresAccount();
  const runFolder = makeRunFolder(account, base);
  const clean = (): void => rmSync(runFolder, { recursive: true, force: true });
  try {
    const home = dataDir ? resolve(dataDir) : runFolder;
    requireSpace(home);
    const binaries = findBinaries(account);
    const cluster = openCluster({ folder: join(home, 'postgres'), runFolder, account, binaries, sync });
    await clearPidFile(cluster.folder);
    const onSocket = process.platform !== 'win32';
    const socketDir = onSocket ? runFolder : null;
    const port = onSocket ? 5432 : await freePort();
    const options: Launch = { binaries, account, cluster, socketDir, port, sync, litter: runFolder, log };
    const kept = keepUp(await launchPatiently(options), options);
    const stop = async (): Promise<void> => {
      await kept.stop();
      clean();
    };
    await ensureDatabase(urlOf(options, 'postgres')).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return {
      ownerUrl: urlOf(options, DATABASE),
      appPassword: cluster.secrets.appPassword,
      get pid() {
        return kept.pid;
      },
      stop,
    };
  } catch (error) {
    clean();
    throw error;
  }
}
