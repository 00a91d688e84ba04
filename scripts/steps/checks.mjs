import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failedFiles, storyFaults, unitFaults } from './faults.mjs';
import { root } from './project.mjs';

/** The checks of `npm run check`, except the tree's rules, which are a test. */
const checks = [
  // There are two checkers, because they share no work: more of them take a third more processor time.
  { title: 'Types', tool: 'tsc', args: ['-p', '.', '--checkers', '2'] },
  { title: 'Lint and format', tool: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { title: 'Unused code', tool: 'knip', args: [] },
];

/** Runs a tool of node_modules in the project; its output goes to the terminal. Returns its exit code. */
async function tool(name, args, env = {}) {
  const windows = process.platform === 'win32';
  const child = spawn(join(root, 'node_modules/.bin', windows ? `${name}.cmd` : name), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: windows,
  });
  // When this run is interrupted, test servers and databases are stopped too.
  let ended = false;
  const pass = (signal) => {
    ended = true;
    child.kill(signal);
  };
  for (const signal of endings) process.on(signal, pass);
  const [code] = await once(child, 'close');
  for (const signal of endings) process.off(signal, pass);
  if (ended) process.exit(130);
  return code ?? 1;
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs one check.
 * @returns the numbers of passed and failed checks: 1 and 0, or 0 and 1
 */
async function runCheck({ title, tool: name, args }) {
  console.error(`${title} …`);
  const passed = (await tool(name, args)) === 0;
  return { title, passed: Number(passed), failed: Number(!passed) };
}

/** Runs unit tests (vitest) by parts of their paths. An aborted run counts as one failure. */
export const runUnitTests = (title, filters) => runVitest(title, ['run', ...filters]);

/**
 * Runs all unit tests, and then checks that each declared answer of each route has a test. A part of
 * the tests can't show that.
 */
export async function runEveryUnitTest() {
  const folder = join(root, 'test-results/answers');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const units = await runVitest('Unit and database tests', ['run'], { ANSWERS_FOLDER: folder });
  if (units.failed) return [units];
  const check = ['scripts/untested-answers.ts', folder, 'test-results/answers.md'];
  return [units, await runCheck({ title: 'A test for each declared answer', tool: 'tsx', args: check })];
}

/** Runs the tests among these files, and the tests that import one of them, directly or not. */
export const runRelatedTests = (title, files) =>
  runVitest(title, ['related', '--run', '--passWithNoTests', ...files]);

/**
 * Runs failed test files a second time, alone. As with stories, a repeated failure fails the run, and a
 * single one is reported.
 */
async function runVitest(title, args, env = {}) {
  console.error(`${title} …`);
  const first = await vitest(args, env);
  const files = failedFiles(first.report);
  const { passed, failed } = first;
  if (files.length === 0) return { title, passed, failed };
  console.error(`\n${title}, those that failed once more …`);
  const second = await vitest(['run', ...files], env);
  const passing = Math.max(0, failed - second.failed);
  return {
    title,
    passed: passed + passing,
    failed: second.failed,
    note: passing > 0 ? `${passing} at the second try` : undefined,
    faults: unitFaults(first.report),
  };
}

async function vitest(args, env) {
  const file = join(root, 'test-results/unit.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const code = await tool('vitest', [...args, ...reporters], env);
  const report = readJson(file);
  const failed = (report?.numFailedTests ?? 0) || Number(code !== 0);
  return { report, passed: report?.numPassedTests ?? 0, failed };
}

/**
 * Runs the browser stories in these browsers; `args` go to Playwright. Firefox's stories are skipped without
 * a Firefox. A failed story runs a second time on a new server: a repeated failure fails, and a single one is
 * reported with its error, because it may recur.
 */
export async function runStories(title, { chromium, firefox }, args = []) {
  console.error(`${title} …`);
  const file = join(root, 'test-results/stories.json');
  rmSync(file, { force: true });
  const code = await tool('playwright', ['test', '--reporter=list,json', '--pass-with-no-tests', ...args], {
    CHROMIUM_PATH: chromium,
    ...(firefox ? { FIREFOX_PATH: firefox } : {}),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const results = readJson(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = results?.stats ?? {};
  const notes = [
    ...(flaky ? [`${flaky} at the second try`] : []),
    ...(firefox === null
      ? ['those in Firefox were not run: no Firefox was found; FIREFOX_PATH names one']
      : []),
  ];
  return {
    title,
    passed: expected + flaky,
    failed: unexpected || Number(code !== 0),
    note: notes.join('; '),
    faults: storyFaults(results),
  };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Runs `checks` in parallel, because each uses only a part of the machine. Each prints its findings at its
 * end.
 */
export const runChecks = () => Promise.all(checks.map(runCheck));

/** Prints the first failures, one line per part and, last, `N passed, N failed`; sets the exit code. */
export function summarise(parts) {
  const sum = (pick) => parts.reduce((total, part) => total + pick(part), 0);
  for (const line of parts.flatMap(({ faults = [] }) => faults)) console.log(line);
  console.log('');
  for (const { title, passed, failed, note } of parts)
    console.log(
      `${failed ? 'FAILED' : 'ok    '}  ${title}: ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}`,
    );
  const failed = sum((part) => part.failed);
  console.log(`${sum((part) => part.passed)} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
