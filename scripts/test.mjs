import { nodeIsRecent } from './steps/node-version.mjs';

if (!nodeIsRecent()) process.exit(1);

const { main, root, StepFailed } = await import('./steps/project.mjs');
const { installWhenStale } = await import('./steps/install.mjs');
const { buildWhenStale } = await import('./steps/build.mjs');
const { stopWithParent } = await import('./steps/parent.mjs');
const { chromiumPath } = await import('./steps/chromium.mjs');
const { firefoxPath } = await import('./steps/firefox.mjs');
const { runChecks, runEveryUnitTest, runRelatedTests, runStories, summarise } = await import(
  './steps/checks.mjs'
);
const { filesNamed, storiesNamed } = await import('./steps/named.mjs');

const name = process.argv.slice(2).join(' ');

await main(async () => {
  process.chdir(root);
  stopWithParent();
  await installWhenStale();
  summarise(name ? await named(name) : await everything());
});

async function everything() {
  const [checks, built] = await Promise.all([runChecks(), build()]);
  const units = await runEveryUnitTest();
  return [...checks, ...units, ...(await stories(built))];
}

/**
 * Runs the tests for this name: unit tests that have it in their path or import such a file, and stories that
 * have it in their file name or title.
 */
async function named(name) {
  const files = filesNamed(name);
  const pattern = storiesNamed(name);
  if (files.length === 0 && !pattern) throw new StepFailed(`No file or browser story is named ${name}.`);
  const parts = [];
  if (files.length > 0) parts.push(await runRelatedTests(`Unit and database tests of ${name}`, files));
  if (pattern) parts.push(...(await stories(await build(), ['--grep', pattern])));
  return parts;
}

async function build() {
  return await unlessStepFails('Build', async () => {
    await buildWhenStale();
    return { title: 'Build', passed: 1, failed: 0 };
  });
}

/** Builds, and runs the browser stories; without a build there are no stories. */
async function stories(built, args = []) {
  if (built.failed) return [built];
  const title = 'Browser stories';
  const outcome = await unlessStepFails(title, async () =>
    runStories(title, { chromium: await chromiumPath(), firefox: await firefoxPath() }, args),
  );
  return [built, outcome];
}

async function unlessStepFails(title, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    return { title, passed: 0, failed: 1, note: error.message };
  }
}
