import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';
import { platformPairs } from './platforms.ts';

type Values = z.infer<typeof environment>;

/**
 * Returns the port of this machine for the simulated platforms: 0 for any free port, null when nothing is
 * simulated. A live system never simulates, because simulated counts must not earn live money.
 * @throws ConfigError
 */
export function simulatorPortOf(values: Values, mode: Mode): number | null {
  const port = values.SIMULATOR_PORT;
  if (mode === 'live' && port !== undefined)
    throw new ConfigError(
      'SIMULATOR_PORT must not be set on a live system, because test and live never mix; set MODE=staging or remove it.',
    );
  if (mode === 'demo') return port ?? 0;
  if (port === undefined) return null;
  if (port === values.PORT)
    throw new ConfigError('SIMULATOR_PORT must be another port than PORT; choose a free one.');
  const key = Object.values(platformPairs)
    .flat()
    .find((name) => values[name]);
  const given = key ?? (values.DISCORD_APPLICATION_ID && 'DISCORD_APPLICATION_ID');
  if (given)
    throw new ConfigError(
      `${given} must not be set with SIMULATOR_PORT, because the platform is either asked or simulated; remove one of the two.`,
    );
  return port;
}
