import type { Module } from '#server/http/module.ts';
import { registerProofRoutes } from './routes.ts';

export { findPeople, unprovenAccruals } from './unproven.ts';

/** Limits the money that is paid out for views that nobody proved. */
export const createProofsModule = (): Module => ({ name: 'proofs', routes: registerProofRoutes });
