import { buildWhenStale } from './steps/build.mjs';
import { installWhenStale } from './steps/install.mjs';
import { main } from './steps/project.mjs';

await main(async () => {
  await installWhenStale();
  await buildWhenStale();
});
