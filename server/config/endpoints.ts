import type { z } from 'zod';
import type { environment } from './environment.ts';
import { platformEndpoints } from './platforms.ts';

type Values = z.infer<typeof environment>;

/** Endpoint → the variable that replaces it. */
export const endpointVariables = {
  ...platformEndpoints,
  googleIssuer: 'GOOGLE_ISSUER',
  paypal: 'PAYPAL_BASE',
  stripeApi: 'STRIPE_BASE',
  discord: 'DISCORD_BASE',
} as const satisfies Record<string, keyof Values>;

export type Endpoints = Record<keyof typeof endpointVariables, string | null>;

/**
 * Base URLs that replace an outside service's own; null: the service's own, or the simulator's when it runs.
 */
export function endpoints(values: Values): Endpoints {
  const entries = Object.entries(endpointVariables).map(([name, variable]) => [
    name,
    values[variable] ?? null,
  ]);
  return Object.fromEntries(entries) as Endpoints;
}
