import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Running {
  pid: number;
  ownerUrl: string;
  appUrl: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'running.json');

/** Records the addresses of this process's embedded database, for the operator's commands only. */
export function noteRunning(dataDir: string, urls: { ownerUrl: string; appUrl: string }): void {
  const running: Running = { pid: process.pid, ...urls };
  // Only the owner may read the file, because the URLs contain passwords.
  writeFileSync(fileIn(dataDir), JSON.stringify(running), { mode: 0o600 });
}

export function forgetRunning(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** Returns the embedded database that a running process has in this data folder; null when none runs. */
export function findRunning(dataDir: string): Running | null {
  try {
    const running = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Running;
    process.kill(running.pid, 0);
    return running;
  } catch {
    return null;
  }
}
