import { buildWhenStale } from './steps/build.mjs';
import { runStories, summarise } from './steps/checks.mjs';
import { chromiumPath } from './steps/chromium.mjs';
import { installWhenStale } from './steps/install.mjs';
import { main } from './steps/project.mjs';

process.env.PICTURES = '1';

await main(async () => {
  await installWhenStale();
  await buildWhenStale();
  summarise([await runStories('Pictures', { chromium: await chromiumPath() })]);
});
