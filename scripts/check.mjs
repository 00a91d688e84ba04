import { checks, runCheck, runUnitTests, summarise } from './steps/checks.mjs';
import { installWhenStale } from './steps/install.mjs';
import { main } from './steps/project.mjs';

await main(async () => {
  await installWhenStale();
  summarise([...checks.map(runCheck), runUnitTests('Rules of the tree', ['tidy.test.ts', 'scripts/tidy'])]);
});
