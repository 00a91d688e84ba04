import { nodeIsRecent } from './steps/node-version.mjs';

if (!nodeIsRecent()) process.exit(1);

// The module is imported late, so that an old Node can print the sentence above.
const { built, main, root } = await import('./steps/project.mjs');
const { installWhenStale } = await import('./steps/install.mjs');
const { buildWhenStale } = await import('./steps/build.mjs');
const { stopWithParent } = await import('./steps/parent.mjs');

await main(async () => {
  process.chdir(root);
  stopWithParent();
  await installWhenStale();
  await buildWhenStale();
  // The server runs in this process, so that signals reach it directly.
  await import(built('main.js'));
});
