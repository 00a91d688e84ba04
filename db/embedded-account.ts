import { execFileSync, spawnSync } from 'node:child_process';

/** The system account that runs PostgreSQL; empty when Node is not root and runs it itself. */
export type Account = { uid?: number; gid?: number };

/**
 * The environment of PostgreSQL's and the system's programs: none of our variables (PGDATA, PGPORT, a locale)
 * may change them, and no password of ours reaches them. Windows needs its own variables, so programs inherit
 * ours there.
 */
export const programEnv =
  process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const idOf = (flag: '-u' | '-g', name: string): number =>
  Number(
    execFileSync('id', [flag, name], {
      encoding: 'utf8',
      env: programEnv,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );

/** PostgreSQL refuses to run as root, so root runs it as `postgres`, or as `nobody`. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      // The account does not exist on this machine: try the next.
    }
  }
  return { uid: 65534, gid: 65534 };
}

/** Whether the account can reach `path` and read or enter it ("x" for folders and programs). */
export function canReach(account: Account, path: string, test: 'r' | 'x'): boolean {
  if (account.uid === undefined) return true;
  const as = { ...account, cwd: '/' };
  return spawnSync('/bin/sh', ['-c', `test -${test} "$0"`, path], { ...as, env: programEnv }).status === 0;
}
