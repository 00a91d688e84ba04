import { ConfigError } from './config-error.ts';

/** Test and live never mix: a demo charges nobody, and a live system is paid with real money only. */
export function checkStripe(secretKey: string | undefined, demo: boolean): void {
  if (!secretKey) return;
  const live = /^(sk|rk)_live_/.test(secretKey);
  if (demo && live)
    throw new ConfigError(
      'STRIPE_SECRET_KEY must be a test key (sk_test_…) in demo mode, because test and live never mix; set DEMO=0 or use a test key.',
    );
  if (!demo && !live)
    throw new ConfigError(
      'STRIPE_SECRET_KEY must be a live key (sk_live_…) on a live system, because test and live never mix; set DEMO=1 or use a live key.',
    );
}
