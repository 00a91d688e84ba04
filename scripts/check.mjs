import { runChecks, runUnitTests, summarise } from './steps/checks.mjs';
import { installWhenStale } from './steps/install.mjs';
import { main } from './steps/project.mjs';

await main(async () => {
  await installWhenStale();
  const rules = await runUnitTests('Rules of the tree', ['tidy.test.ts', 'scripts/tidy']);
  summarise([...(await runChecks()), rules]);
});
