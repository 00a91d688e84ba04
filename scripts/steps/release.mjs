import { createHash } from 'node:crypto';
import { StepFailed } from './project.mjs';

const PAGE = 'docs/releases.md';
const CODE = 'db/release.ts';
const listOf = (version) => `db/releases/${version}.json`;

/**
 * Returns the files that make the next commit a release, by path. `files` has the current texts, including
 * migrations and release lists.
 */
export function prepareRelease(files, version, day) {
  const before = versionOf(files);
  if (!/^\d+\.\d+\.\d+$/.test(version) || !isNewer(version, before))
    throw new StepFailed(`Name a version above ${before}, such as npm run release -- ${nextOf(before)}.`);
  const added = addedMigrations(files);
  const lock = JSON.parse(files['package-lock.json']);
  lock.version = version;
  lock.packages[''].version = version;
  return {
    'package.json': files['package.json'].replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`),
    'package-lock.json': `${JSON.stringify(lock, null, 2)}\n`,
    [CODE]: replaced(files, CODE, /^(export const RELEASE = )'[^']+'/m, `$1'${version}'`),
    [listOf(version)]: `${JSON.stringify(added, null, 2)}\n`,
    'CHANGELOG.md': replaced(
      files,
      'CHANGELOG.md',
      /^## Unreleased\n/m,
      `## Unreleased\n\n## ${version} (${day})\n`,
    ),
  };
}

/** Returns the files that record the commit of a release, which was made earlier. */
export function nameRelease(files, commit, day) {
  const version = versionOf(files);
  if (files[PAGE].includes(`\n| ${version} |`))
    throw new StepFailed(`${PAGE} names the commit of ${version} already.`);
  const numbers = Object.keys(JSON.parse(files[listOf(version)])).map((name) => name.slice(0, 4));
  const migrations = numbers.length > 1 ? `${numbers[0]} to ${numbers.at(-1)}` : (numbers[0] ?? 'none');
  const row = `| ${version} | ${day} | \`${commit}\` | ${migrations} |\n`;
  return {
    [PAGE]: replaced(files, PAGE, /(\n\|(?:-+\|)+\n)/, `$1${row}`),
    [CODE]: replaced(files, CODE, /^(export const LAST_RELEASE = )'[^']+'/m, `$1'${version}'`),
  };
}

export const versionOf = (files) => JSON.parse(files['package.json']).version;

/** Returns the migrations that no release contains, by name, with the SHA-256 of each. */
function addedMigrations(files) {
  const paths = Object.keys(files).toSorted();
  const released = new Set(
    paths
      .filter((path) => path.startsWith('db/releases/'))
      .flatMap((path) => Object.keys(JSON.parse(files[path]))),
  );
  return Object.fromEntries(
    paths
      .filter((path) => path.startsWith('db/migrations/'))
      .map((path) => [path.slice('db/migrations/'.length), files[path].replaceAll('\r\n', '\n')])
      .filter(([name]) => !released.has(name))
      .map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
  );
}

function replaced(files, path, pattern, by) {
  if (!pattern.test(files[path]))
    throw new StepFailed(`${path} has no place for the release: look for ${pattern}.`);
  return files[path].replace(pattern, by);
}

const partsOf = (version) => version.split('.').map(Number);

function isNewer(version, before) {
  const [left, right] = [partsOf(version), partsOf(before)];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs !== -1 && left[differs] > right[differs];
}

function nextOf(before) {
  const [major, minor] = partsOf(before);
  return `${major}.${minor + 1}.0`;
}
