import { nodeIsRecent } from './steps/node-version.mjs';

if (!nodeIsRecent()) process.exit(1);

const { main, root, StepFailed } = await import('./steps/project.mjs');
const { installWhenStale } = await import('./steps/install.mjs');
const { buildWhenStale } = await import('./steps/build.mjs');
const { stopWithParent } = await import('./steps/parent.mjs');
const { chromiumPath } = await import('./steps/chromium.mjs');
const { runChecks, runStories, runUnitTests, summarise } = await import('./steps/checks.mjs');

await main(async () => {
  process.chdir(root);
  stopWithParent();
  await installWhenStale();
  const parts = await runChecks();
  parts.push(await runUnitTests('Unit and database tests'));
  parts.push(...(await stories()));
  summarise(parts);
});

/** The build and the browser stories on it; without the one there are no others. */
async function stories() {
  const title = 'Browser stories';
  try {
    await buildWhenStale();
    return [{ title: 'Build', passed: 1, failed: 0 }, await runStories(title, await chromiumPath())];
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    return [{ title, passed: 0, failed: 1, note: error.message }];
  }
}
