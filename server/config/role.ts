import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';

/** `web`: answers people. `worker`: runs the jobs. `all`: both, in one process. */
export type Role = z.infer<typeof environment>['ROLE'];

type Values = Pick<z.infer<typeof environment>, 'ROLE' | 'DATABASE_URL' | 'APP_DATABASE_URL' | 'APP_URL'>;

/**
 * A part of the work is for a process beside others, which all need one database and one public address.
 * @throws ConfigError
 */
export function roleOf({ ROLE, DATABASE_URL, APP_DATABASE_URL, APP_URL }: Values, mode: Mode): Role {
  if (ROLE === 'all') return ROLE;
  if (mode === 'demo')
    throw new ConfigError(
      'ROLE must be all in demo mode, because the simulated platforms live in one process; set MODE=staging or MODE=live, or remove ROLE.',
    );
  if (!DATABASE_URL && !APP_DATABASE_URL)
    throw new ConfigError(
      'ROLE must be all with the embedded database, because several processes need one PostgreSQL; set DATABASE_URL or remove ROLE.',
    );
  if (!APP_URL)
    throw new ConfigError(
      `APP_URL must be set with ROLE=${ROLE}, because what one process writes leads to pages of another.`,
    );
  return ROLE;
}
