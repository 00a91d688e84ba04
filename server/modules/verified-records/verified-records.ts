import type { Module } from '#server/http/module.ts';
import { registerBadgeRoutes } from './badge-routes.ts';
import { forgetExpired } from './forget-expired.job.ts';
import { rotateKeys } from './rotate-keys.job.ts';
import { registerVerifiedRecordRoutes } from './routes.ts';
import type { RecordsDeps } from './verified-records-deps.ts';

export { eraseVerifiedRecords } from './erase.ts';
export { resealRecordKeys } from './reseal.ts';

/** What of a clipper's history is counted and paid, signed so that others can check it without asking the clipper. */
export const createVerifiedRecordsModule = (deps: RecordsDeps): Module => ({
  name: 'verified-records',
  routes: (api) => {
    registerVerifiedRecordRoutes(api, deps);
    registerBadgeRoutes(api.server, deps);
  },
  jobs: [rotateKeys(deps), forgetExpired(deps.db)],
});
