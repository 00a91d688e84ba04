import { execFileSync, spawnSync } from 'node:child_process';

/** The system account that runs PostgreSQL; empty when Node is not root, so that its own account does. */
export type Account = { uid?: number; gid?: number };

/**
 * Returns the environment of PostgreSQL's and the system's programs. It has none of our variables, so that
 * none (PGDATA, PGPORT, a locale) changes the programs and no password reaches them. On Windows programs
 * inherit our environment, because they need Windows' own variables.
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

/**
 * Returns the account for PostgreSQL. It refuses to run as root, so root runs it as `postgres`, or as
 * `nobody`.
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      // The account does not exist on this machine, so the next one is tried.
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
