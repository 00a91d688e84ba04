import type { Module } from '#server/http/module.ts';
import { registerBadgeRoutes } from './badge-routes.ts';
import { forgetExpired } from './forget-expired.job.ts';
import { rotateKeys } from './rotate-keys.job.ts';
import { registerVerifiedRecordRoutes } from './routes.ts';
import type { RecordsDeps } from './verified-records-deps.ts';

export { eraseVerifiedRecords } from './erase.ts';
export { resealRecordKeys } from './reseal.ts';

/**
 * Signs counted and paid facts of a clipper's history, so that others can check them without asking the
 * clipper.
 */
export const createVerifiedRecordsModule = (deps: RecordsDeps): Module => ({
  name: 'verified-records',
  routes: (api) => {
    registerVerifiedRecordRoutes(api, deps);
    registerBadgeRoutes(api.server, deps);
  },
  jobs: [rotateKeys(deps), forgetExpired(deps.db)],
});
