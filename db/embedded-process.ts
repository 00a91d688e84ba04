import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, programEnv } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import type { Cluster } from './embedded-cluster.ts';
import { alreadyRuns, clearPidFile } from './embedded-pidfile.ts';

const ORPHANS_MS = 10_000;

/** Writes a line. `warn` is for the operator: PostgreSQL ended unexpectedly, or could not continue. */
export type Log = (line: string, level: 'debug' | 'warn') => void;

export type Launch = {
  binaries: Binaries;
  account: Account;
  cluster: Cluster;
  /** Folder of the unix socket, or null for a loopback port (Windows). */
  socketDir: string | null;
  port: number;
  sync: boolean;
  /** A folder that the watchdog removes when Node has died and nobody else can remove it. */
  litter: string;
  log: Log;
};

export type Running = { pid: number; exited: Promise<string>; stop(): Promise<void> };

function argumentsOf({ cluster, socketDir, port, sync }: Launch): string[] {
  const settings = [
    `listen_addresses=${socketDir ? '' : '127.0.0.1'}`,
    `unix_socket_directories=${socketDir ?? ''}`,
    // PostgreSQL logs only its own state, because clients receive the errors of their statements.
    'log_min_messages=log',
    'log_checkpoints=off',
    'log_autovacuum_min_duration=-1',
    'timezone=UTC',
    'max_connections=120',
    ...(sync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=2GB']),
  ];
  return ['-D', cluster.argument, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
}

/**
 * Starts a program that stops PostgreSQL when Node dies, even by SIGKILL. Node's end of the pipe then closes,
 * and the program acts.
 */
function startWatchdog({ account, binaries, cluster, litter }: Launch, pid: number): ChildProcess {
  const onWindows = process.platform === 'win32';
  const stopOnWindows = `process.stdin.resume().on('end',()=>require('node:child_process').spawnSync(${JSON.stringify(binaries.pgCtl)},['stop','-m','fast','-D',${JSON.stringify(cluster.folder)}]))`;
  const stopOnUnix =
    'read _; kill -INT "$0" 2>/dev/null; n=0; while [ $n -lt 300 ] && kill -0 "$0" 2>/dev/null; do n=$((n+1)); sleep 0.1; done; rm -rf "$1"';
  const watchdog = onWindows
    ? spawn(process.execPath, ['-e', stopOnWindows], {
        env: programEnv,
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      })
    : spawn('/bin/sh', ['-c', stopOnUnix, String(pid), litter], {
        ...account,
        cwd: '/',
        env: programEnv,
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      });
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  watchdog.unref();
  return watchdog;
}

/**
 * Starts PostgreSQL on an existing cluster and resolves when it accepts connections. If it does not, throws
 * its output.
 */
export async function launch(options: Launch): Promise<Running> {
  const { binaries, account, cluster, log } = options;
  // PostgreSQL is detached, because a Ctrl-C in the terminal must reach only Node, which then stops
  // PostgreSQL.
  const child = spawn(binaries.postgres, argumentsOf(options), {
    ...account,
    cwd: cluster.folder,
    env: programEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const exited = once(child, 'exit').then(([code, signal]) => String(signal ?? `code ${code}`));
  const watchdog = child.pid ? startWatchdog(options, child.pid) : null;
  const gone = exited.finally(() => watchdog?.kill('SIGKILL'));
  gone.catch(() => undefined);
  await untilReady(child, cluster, log);
  return { pid: child.pid!, exited: gone, stop: () => stop(child, options, gone) };
}

/**
 * Like `launch`, with retries for the first start: when PostgreSQL was just killed, its child processes may
 * briefly keep the shared memory and the folder.
 */
export async function launchPatiently(options: Launch): Promise<Running> {
  const giveUpAt = Date.now() + ORPHANS_MS;
  for (;;) {
    try {
      return await launch(options);
    } catch (error) {
      if (Date.now() > giveUpAt || !/pre-existing shared memory block/.test((error as Error).message))
        throw error;
      await wait(25);
      await clearPidFile(options.cluster.folder);
    }
  }
}

function untilReady(child: ChildProcess, cluster: Cluster, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    let ready = false;
    child.stderr?.on('data', (chunk: Buffer) => {
      for (const line of String(chunk).split('\n').filter(Boolean))
        log(line, line.includes(' PANIC: ') ? 'warn' : 'debug');
      if (ready) return;
      output += chunk;
      ready = /ready to accept (read-only )?connections/.test(output);
      if (ready) resolve();
    });
    child.once('error', (error) =>
      reject(new Error(`PostgreSQL cannot be run here (${error.message}): set DATABASE_URL to use another.`)),
    );
    child.once('exit', (code) => {
      const inUse = /lock file "postmaster\.pid" already exists/.test(output);
      reject(
        new Error(
          inUse ? alreadyRuns(cluster.folder) : `PostgreSQL ended with code ${code}: ${output.trim()}`,
        ),
      );
    });
  });
}

/** Stops PostgreSQL by a fast shutdown: open transactions are rolled back, committed ones are flushed. */
async function stop(
  child: ChildProcess,
  { binaries, cluster }: Launch,
  gone: Promise<string>,
): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    if (process.platform === 'win32')
      spawn(binaries.pgCtl, ['stop', '-m', 'fast', '-D', cluster.folder], { env: programEnv });
    else child.kill('SIGINT');
  }
  await gone;
}
