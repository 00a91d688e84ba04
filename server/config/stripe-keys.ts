import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import { where } from './mode.ts';

/**
 * Refuses live keys for a demo and staging, which charge nobody, and test keys for a live system, which is
 * paid with real money only.
 */
export function checkStripe(secretKey: string | undefined, mode: Mode): void {
  if (!secretKey) return;
  const live = /^(sk|rk)_live_/.test(secretKey);
  if (live === (mode === 'live')) return;
  throw new ConfigError(
    live
      ? `STRIPE_SECRET_KEY must be a test key (sk_test_…) ${where[mode]}, because test and live never mix; set MODE=live or use a test key.`
      : 'STRIPE_SECRET_KEY must be a live key (sk_live_…) on a live system, because test and live never mix; set MODE=staging or use a live key.',
  );
}
