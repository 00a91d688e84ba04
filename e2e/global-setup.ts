import { makePeople } from './prepared-people.ts';
import { limitUnproven } from './proof-limits.ts';
import { prepareData } from './server.ts';

/**
 * Runs once before all stories. Most stories pay people out at once, so there is no limit of payments without
 * proof. Playwright requires a default export.
 */
export default () =>
  prepareData(async (server) => {
    await makePeople(server);
    await limitUnproven(server.dataDir, null);
  });
