import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programEnv } from '#db/embedded-account.ts';

const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

/** A database, and the means by which PostgreSQL's programs reach it. */
export interface Reached {
  url: string;
  /** The folders with pg_dump and pg_restore, separated as in PATH. */
  programs: string;
}

/**
 * Runs a PostgreSQL program on a database. Every user of the machine can read command lines, so the password
 * is passed in the program's environment, which contains none of our other variables.
 * @throws one sentence with the program's error
 */
export async function runOnDatabase(
  program: 'pg_dump' | 'pg_restore',
  args: string[],
  { url, programs }: Reached,
): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  try {
    await promisify(execFile)(program, ['--no-password', `--dbname=${address.href}`, ...args], {
      env: { ...programEnv, PATH: programs, PGPASSWORD: password },
      maxBuffer: MOST_OUTPUT_BYTES,
    });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT')
      throw new Error(
        `${program} is not on this machine: install the PostgreSQL client of the server's version or a newer one.`,
      );
    throw new Error(`${program} failed: ${(stderr || String(error)).trim().split('\n').join('; ')}`);
  }
}
