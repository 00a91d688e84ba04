import type { z } from 'zod';
import type { Mode } from '#server/infra/installation-mode.ts';
import { ConfigError } from './config-error.ts';
import type { environment } from './environment.ts';
import { where } from './mode.ts';

type Values = Pick<
  z.infer<typeof environment>,
  'PAYPAL_CLIENT_ID' | 'PAYPAL_CLIENT_SECRET' | 'PAYPAL_WEBHOOK_ID' | 'PAYPAL_BASE'
>;

export interface PaypalKeys {
  clientId: string;
  clientSecret: string;
  /** PayPal's id of the webhook, which is part of each signature. */
  webhookId: string;
}

const names = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;

/**
 * Requires all three values or none. A live system must not use the sandbox. Other systems must not use a
 * live account, because simulated views must never earn real money.
 * @throws ConfigError
 */
export function checkPaypal(values: Values, mode: Mode): void {
  const [given, missing] = [names.find((name) => values[name]), names.find((name) => !values[name])];
  if (given && missing) throw new ConfigError(`${given} is set without ${missing}; set all three or none.`);
  const base = values.PAYPAL_BASE;
  const host = base ? new URL(base).hostname : 'api-m.paypal.com';
  const sandbox = host.endsWith('sandbox.paypal.com');
  if (mode !== 'live' && given && host.endsWith('paypal.com') && !sandbox) {
    throw new ConfigError(
      `PAYPAL_BASE must be https://api-m.sandbox.paypal.com ${where[mode]}, because test and live never mix; set it, set MODE=live or remove the keys.`,
    );
  }
  if (mode === 'live' && sandbox) {
    throw new ConfigError(
      'PAYPAL_BASE must not be the sandbox on a live system, because test and live never mix; remove it or set MODE=staging.',
    );
  }
}

export function paypalKeys(values: Values): PaypalKeys | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = values;
  const { PAYPAL_WEBHOOK_ID: webhookId } = values;
  return clientId && clientSecret && webhookId ? { clientId, clientSecret, webhookId } : null;
}
