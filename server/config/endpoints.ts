import type { z } from 'zod';
import type { environment } from './environment.ts';
import { platformEndpoints } from './platforms.ts';

type Values = z.infer<typeof environment>;

/** For each endpoint, the variable that replaces its URL. */
export const endpointVariables = {
  ...platformEndpoints,
  googleIssuer: 'GOOGLE_ISSUER',
  paypal: 'PAYPAL_BASE',
  stripeApi: 'STRIPE_BASE',
  discord: 'DISCORD_BASE',
} as const satisfies Record<string, keyof Values>;

export type Endpoints = Record<keyof typeof endpointVariables, string | null>;

/**
 * Base URLs that replace an outside service's own. Null for the service's own URL, or for the simulator's
 * when it runs.
 */
export function endpoints(values: Values): Endpoints {
  const entries = Object.entries(endpointVariables).map(([name, variable]) => [
    name,
    values[variable] ?? null,
  ]);
  return Object.fromEntries(entries) as Endpoints;
}
