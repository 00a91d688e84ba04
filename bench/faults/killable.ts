import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testFolder } from '#db/test-folder.ts';
import { lastingPort } from '../../scripts/lasting-port.ts';
import { root } from '../../scripts/steps/project.mjs';
import { waitForOutput } from '../wait-for-output.ts';

/** The processes to kill: the server, the database, or both as in a power cut. */
export const victims = ['server', 'database', 'both'] as const;
export type Victim = (typeof victims)[number];

export interface Killable {
  readonly baseUrl: string;
  readonly dataDir: string;
  kill(victim: Victim): void;
  /** Restarts the killed processes on the same data and address, and waits until they answer. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built server with its own database, which flushes as in production. A killed process loses
 * nothing, wherever its files are.
 */
export async function startKillable(env: Record<string, string>): Promise<Killable> {
  const dataDir = testFolder();
  let { child, baseUrl, PORT } = await launchFirst({ ...env, DATA_DIR: dataDir });
  return {
    baseUrl,
    dataDir,
    kill(victim) {
      if (victim !== 'server') process.kill(databaseOf(dataDir), 'SIGKILL');
      if (victim !== 'database') child.kill('SIGKILL');
    },
    async revive() {
      if (isOver(child) || child.killed) {
        await over(child);
        ({ child } = await launch({ ...env, DATA_DIR: dataDir, PORT }));
      }
      while (!(await isReady(baseUrl))) await pause(25);
    },
    async stop() {
      if (!isOver(child)) child.kill('SIGTERM');
      await over(child);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Resolves when the process has ended. */
export async function over(child: ChildProcess): Promise<void> {
  if (!isOver(child)) await once(child, 'exit');
}

const databaseOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

const MOST_PORTS = 3;

/**
 * Launches with retries, because another process may take the port between the check and the listening,
 * seconds later.
 */
async function launchFirst(env: Record<string, string>) {
  for (let left = MOST_PORTS; ; left--) {
    const PORT = await lastingPort();
    try {
      return { ...(await launch({ ...env, PORT })), PORT };
    } catch (error) {
      if (left === 1 || !String(error).includes('is already in use')) throw error;
    }
  }
}

/**
 * Starts the built server of `folder` with these settings; resolves when it is ready, with its process and
 * URL.
 */
export async function launch(
  env: Record<string, string>,
  folder = root,
): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const baseUrl = await waitForOutput(child, /Permille is ready(?: to run jobs)?: (\S+)/);
  return { child, baseUrl };
}

/** Whether the server answers and reaches its database. */
export const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );
