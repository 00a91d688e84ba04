import { buildWhenStale } from './steps/build.mjs';
import { runStories, summarise } from './steps/checks.mjs';
import { chromiumPath } from './steps/chromium.mjs';
import { firefoxPath } from './steps/firefox.mjs';
import { installWhenStale } from './steps/install.mjs';
import { main } from './steps/project.mjs';

await main(async () => {
  await installWhenStale();
  await buildWhenStale();
  const browsers = { chromium: await chromiumPath(), firefox: await firefoxPath() };
  summarise([await runStories('Browser stories', browsers, process.argv.slice(2))]);
});
