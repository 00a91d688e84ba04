import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';

/** A `web` process answers people, a `worker` runs the jobs, and `all` does both in one process. */
export type Role = z.infer<typeof environment>['ROLE'];

/** The role of this process among several. */
export interface Part {
  role: Role;
  /**
   * Seconds for which a stopping process still answers, so that proxies switch to another one; 0 without
   * another one.
   */
  drainSeconds: number;
}

type Values = Pick<
  z.infer<typeof environment>,
  'ROLE' | 'DATABASE_URL' | 'APP_DATABASE_URL' | 'APP_URL' | 'SIMULATOR_PORT' | 'DRAIN_SECONDS'
>;

/** @throws ConfigError */
export const partOf = (values: Values, mode: Mode): Part => ({
  role: roleOf(values, mode),
  drainSeconds: drainSecondsOf(values),
});

/**
 * Returns the role. A role other than `all` needs other processes, all on one database and one public
 * address.
 * @throws ConfigError
 */
function roleOf(values: Values, mode: Mode): Role {
  const { ROLE, DATABASE_URL, APP_DATABASE_URL, APP_URL } = values;
  if (ROLE === 'all') return ROLE;
  if (mode === 'demo')
    throw new ConfigError(
      'ROLE must be all in demo mode, because the simulated platforms live in one process; set MODE=staging or MODE=live, or remove ROLE.',
    );
  if (values.SIMULATOR_PORT)
    throw new ConfigError(
      'ROLE must be all with SIMULATOR_PORT, because the simulated platforms live in one process; remove one of the two.',
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

/** This time is longer than two checks of a proxy that checks every second, even on a busy machine. */
const USUAL_DRAIN_SECONDS = 5;

/** Only a web process needs a drain, because another one can answer instead. */
const drainSecondsOf = ({ ROLE, DRAIN_SECONDS }: Values): number =>
  DRAIN_SECONDS ?? (ROLE === 'web' ? USUAL_DRAIN_SECONDS : 0);
