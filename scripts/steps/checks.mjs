import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** What `npm run check` does besides the rules of the tree, which are a test. */
export const checks = [
  { title: 'Types', tool: 'tsc', args: ['-p', '.'] },
  { title: 'Lint and format', tool: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { title: 'Unused code', tool: 'knip', args: [] },
];

/** Runs a tool of node_modules in the project; its output goes to the terminal. Returns its exit code. */
export function tool(name, args, env = {}) {
  const windows = process.platform === 'win32';
  const { status } = spawnSync(join(root, 'node_modules/.bin', windows ? `${name}.cmd` : name), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: windows,
  });
  return status ?? 1;
}

/** Runs one check. @returns how many passed and failed: 1 and 0, or 0 and 1 */
export function runCheck({ title, tool: name, args }) {
  console.error(`${title} …`);
  const passed = tool(name, args) === 0;
  return { title, passed: Number(passed), failed: Number(!passed) };
}

/**
 * Runs the tests of the tree (vitest); `filters` are parts of paths.
 * A run that broke off counts as one failure.
 */
export function runUnitTests(title, filters = []) {
  console.error(`${title} …`);
  const file = join(root, 'test-results/unit.json');
  rmSync(file, { force: true });
  const args = ['run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const code = tool('vitest', args);
  const results = readJson(file);
  const passed = results?.numPassedTests ?? 0;
  const failed = results?.numFailedTests ?? 0;
  return { title, passed, failed: failed || Number(code !== 0) };
}

/** Runs the browser stories; `args` go to Playwright. */
export function runStories(title, chromium, args = []) {
  console.error(`${title} …`);
  const file = join(root, 'test-results/stories.json');
  rmSync(file, { force: true });
  const code = tool('playwright', ['test', '--reporter=list,json', '--pass-with-no-tests', ...args], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const stats = readJson(file)?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return { title, passed: stats?.expected ?? 0, failed: failed || Number(code !== 0) };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Prints one line per part and, last, `N passed, N failed`; sets the exit code. */
export function summarise(parts) {
  const sum = (pick) => parts.reduce((total, part) => total + pick(part), 0);
  console.log('');
  for (const { title, passed, failed, note } of parts)
    console.log(
      `${failed ? 'FAILED' : 'ok    '}  ${title}: ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}`,
    );
  const failed = sum((part) => part.failed);
  console.log(`${sum((part) => part.passed)} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
