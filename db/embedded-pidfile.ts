import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { programEnv } from './embedded-account.ts';

type PidFile = { pid: number; status: string };

/** Reads postmaster.pid. Its first line is the process id, its eighth "starting", "ready" or "stopping". */
function readPidFile(folder: string): PidFile | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return { pid: Number.isSafeInteger(pid) && pid > 0 ? pid : 0, status: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/** Whether any process has this id, even one that we may not signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether `pid` is the PostgreSQL of this folder. Process ids are reused, so an existing process proves
 * nothing.
 */
function isPostmasterOf(pid: number, folder: string): boolean {
  if (pid === 0 || pid === process.pid || !isAlive(pid)) return false;
  try {
    if (process.platform === 'linux') {
      const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder;
    }
    const command =
      process.platform === 'win32'
        ? ['tasklist', '/FI', `PID eq ${pid}`]
        : ['ps', '-o', 'args=', '-p', `${pid}`];
    const output = execFileSync(command[0]!, command.slice(1), { encoding: 'utf8', env: programEnv });
    return output.includes('postgres') && (process.platform === 'win32' || output.includes(folder));
  } catch {
    return false;
  }
}

/**
 * Removes a postmaster.pid that is stale, empty or names an unrelated process. If PostgreSQL is running,
 * waits for it to stop, because the Node process that started it may have just died.
 * @throws when PostgreSQL keeps running, because then another Node process uses the folder
 */
export async function clearPidFile(folder: string): Promise<void> {
  const started = Date.now();
  for (;;) {
    const found = readPidFile(folder);
    if (!found) return;
    if (!isPostmasterOf(found.pid, folder)) {
      rmSync(join(folder, 'postmaster.pid'), { force: true });
      return;
    }
    const patience = found.status === 'stopping' ? 30_000 : 1_500;
    if (Date.now() - started > patience) throw new Error(alreadyRuns(folder, found.pid));
    await wait(50);
  }
}

export const alreadyRuns = (folder: string, pid?: number): string =>
  `The data folder ${folder} is in use by another running Permille${pid ? ` (PostgreSQL process ${pid})` : ''}: stop it first, or set DATA_DIR to another folder.`;
