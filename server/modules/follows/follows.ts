import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { notifyFollowers } from './notify-followers.job.ts';
import { registerFollowRoutes } from './routes.ts';

export { eraseFollows } from './erase.ts';

/** Lets clippers follow hosts and save searches, and notifies them about new listings that match either. */
export const createFollowsModule = ({ db }: { db: Database }): Module => ({
  name: 'follows',
  routes: registerFollowRoutes,
  jobs: [notifyFollowers(db)],
});
