import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { notifyFollowers } from './notify-followers.job.ts';
import { registerFollowRoutes } from './routes.ts';

export { eraseFollows } from './erase.ts';

/** How clippers find work without looking: hosts whom they follow, searches that they keep, and the telling of what is new. */
export const createFollowsModule = ({ db }: { db: Database }): Module => ({
  name: 'follows',
  routes: registerFollowRoutes,
  jobs: [notifyFollowers(db)],
});
