import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';
import { isLoopback } from './loopback.ts';

type Values = z.infer<typeof environment>;

/** The fewest characters of an admin's password in staging and live. */
export const LEAST_PASSWORD = 12;
const LEAST_CHARACTERS = 10;
const TRY = 'to try without, set MODE=staging';

/**
 * Requires, before the first visitor, the settings without which a system must not serve real people and real
 * money.
 * @throws ConfigError with the first missing setting
 */
export function checkLive(values: Values, mode: Mode): void {
  if (mode !== 'live') return;
  const missing = missingOf(values);
  if (missing) throw new ConfigError(missing);
}

function missingOf({ APP_URL, SMTP_URL, ALERT_EMAIL, ADMIN_PASSWORD, SECRET }: Values): string | null {
  if (!APP_URL)
    return `APP_URL must be set on a live system, because every mail and every platform leads there; ${TRY}.`;
  const { protocol, hostname } = new URL(APP_URL);
  if (protocol === 'http:' && !isLoopback(hostname))
    return 'APP_URL must begin with https: on a live system, because sessions and passwords pass there; put a proxy with a certificate in front.';
  if (!SMTP_URL)
    return `SMTP_URL must be set on a live system, because sign-ups, new passwords and payout addresses are confirmed by mail; ${TRY}.`;
  if (!ALERT_EMAIL)
    return `ALERT_EMAIL must be set on a live system, because someone has to learn that something is wrong; ${TRY}.`;
  if (ADMIN_PASSWORD && ADMIN_PASSWORD.length < LEAST_PASSWORD)
    return `ADMIN_PASSWORD must be at least ${LEAST_PASSWORD} characters on a live system; choose a longer one.`;
  if (SECRET && new Set(SECRET).size < LEAST_CHARACTERS)
    return 'SECRET must be random on a live system, because it signs sessions and seals tokens; make one with "openssl rand -hex 32".';
  return null;
}
