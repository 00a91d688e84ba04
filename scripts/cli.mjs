import { buildServerWhenStale } from './steps/build.mjs';
import { installWhenStale } from './steps/install.mjs';
import { built, main, root } from './steps/project.mjs';

await main(async () => {
  process.chdir(root);
  await installWhenStale();
  await buildServerWhenStale();
  await import(built('cli.js'));
});
