import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';

type Values = Pick<z.infer<typeof environment>, 'MODE' | 'DEMO' | 'DATABASE_URL' | 'APP_DATABASE_URL'>;

/** Completes a sentence that says what a mode asks for. */
export const where: Record<Mode, string> = {
  demo: 'in demo mode',
  staging: 'in staging',
  live: 'on a live system',
};

/** Begins the subject of every mail. */
export const subjectPrefix: Record<Mode, string> = { demo: '', staging: '[Staging] ', live: '' };

/**
 * MODE, else what DEMO says of it, else a demo on the embedded database and a live system on one's own.
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
