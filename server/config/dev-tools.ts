import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';
import { isLoopback } from './loopback.ts';
import { where } from './mode.ts';

type Values = Pick<z.infer<typeof environment>, 'DEV_TOOLS' | 'NODE_ENV' | 'HOST' | 'APP_URL'>;

/**
 * Whether strangers share one demo. A demo with dev tools runs on a developer's own machine, so nobody shares
 * it.
 */
export const isSharedDemo = ({ mode, devTools }: { mode: Mode; devTools: boolean }): boolean =>
  mode === 'demo' && !devTools;

/**
 * Refuses dev tools anywhere except on a developer's own machine, because anyone with access to them can move
 * the clock and read every mail.
 * @throws ConfigError
 */
export function checkDevTools(values: Values, mode: Mode): void {
  if (!values.DEV_TOOLS) return;
  if (mode !== 'demo') {
    throw new ConfigError(
      `DEV_TOOLS must be 0 ${where[mode]}, because it lets anyone move the clock; set MODE=demo to use the tools.`,
    );
  }
  if (values.NODE_ENV === 'production') {
    throw new ConfigError(
      'DEV_TOOLS must be 0 with NODE_ENV=production, also in demo mode, because it lets anyone move the clock and read every mail.',
    );
  }
  const hosts = { HOST: values.HOST, APP_URL: values.APP_URL && new URL(values.APP_URL).hostname };
  for (const [name, host] of Object.entries(hosts)) {
    if (!host || isLoopback(host)) continue;
    throw new ConfigError(
      `DEV_TOOLS must be 0 where other machines can connect, because it lets anyone move the clock and read every mail; remove ${name} or set it to this machine alone, like 127.0.0.1.`,
    );
  }
}
