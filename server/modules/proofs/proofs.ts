import { randomInt } from 'node:crypto';
import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { auditsJob } from './audits.job.ts';
import type { Draw } from './draw-audits.ts';
import { registerProofRoutes } from './routes.ts';

export { findPeople } from './people.ts';
export { provenViews } from './proven-views.ts';
export { unprovenAccruals } from './unproven.ts';

/** Limits the money that is paid out for views that nobody proved, and draws audits of clips. */
export const createProofsModule = (db: Database, draw: Draw = systemDraw): Module => ({
  name: 'proofs',
  routes: registerProofRoutes,
  jobs: [auditsJob(db, draw)],
});

/** 47 random bits of the system as a number from 0 to below 1. */
const systemDraw: Draw = () => randomInt(2 ** 47) / 2 ** 47;
