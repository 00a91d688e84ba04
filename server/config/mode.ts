import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';

type Values = Pick<z.infer<typeof environment>, 'MODE' | 'DEMO' | 'DATABASE_URL' | 'APP_DATABASE_URL'>;

/** The mode as configuration errors name it: "… in staging". */
export const where: Record<Mode, string> = {
  demo: 'in demo mode',
  staging: 'in staging',
  live: 'on a live system',
};

/** The prefix of each mail's subject. */
export const subjectPrefix: Record<Mode, string> = { demo: '', staging: '[Staging] ', live: '' };

/**
 * Returns MODE; without it, the mode that DEMO means. Without both, an installation with the embedded
 * database is a demo and one with an external database is live.
 * @throws ConfigError when MODE and DEMO contradict each other
 */
export function modeOf({ MODE, DEMO, DATABASE_URL, APP_DATABASE_URL }: Values): Mode {
  if (DEMO === undefined) return MODE ?? (DATABASE_URL || APP_DATABASE_URL ? 'live' : 'demo');
  const mode = MODE ?? (DEMO ? 'demo' : 'live');
  if (DEMO === (mode === 'demo')) return mode;
  throw new ConfigError(
    `DEMO must not be ${DEMO ? 1 : 0} with MODE=${mode}, because they contradict each other; remove DEMO.`,
  );
}
