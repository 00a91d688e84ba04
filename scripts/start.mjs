import { nodeIsRecent } from './steps/node-version.mjs';

if (!nodeIsRecent()) process.exit(1);

// Imported only now: an old Node must get as far as the sentence above.
const { main, root } = await import('./steps/project.mjs');
const { installWhenStale } = await import('./steps/install.mjs');
const { buildWhenStale } = await import('./steps/build.mjs');
const { stopWithParent } = await import('./steps/parent.mjs');

await main(async () => {
  process.chdir(root);
  stopWithParent();
  await installWhenStale();
  await buildWhenStale();
  // In this very process, so that signals reach the server without a go-between.
  await import('../dist/server/main.js');
});
