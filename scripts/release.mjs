import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, StepFailed } from './steps/project.mjs';
import { nameRelease, prepareRelease, versionOf } from './steps/release.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function readFiles() {
  const inFolder = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const paths = [
    ...['package.json', 'package-lock.json', 'CHANGELOG.md', 'docs/releases.md', 'db/release.ts'],
    ...inFolder('db/migrations'),
    ...inFolder('db/releases'),
  ];
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Prepares the release. When called again after the release's commit, records the commit. */
await main(() => {
  const version = process.argv[2] ?? '';
  const files = readFiles();
  const list = `db/releases/${version}.json`;
  const isPrepared = version !== '' && versionOf(files) === version;
  if (isPrepared && git('status', '--porcelain', '--', list, 'package.json'))
    throw new StepFailed(`Commit release ${version} first, then run this again.`);
  const [commit, day] = isPrepared ? git('log', '-1', '--format=%H %cs', '--', list).split(' ') : [];
  const today = new Date().toISOString().slice(0, 10);
  const changed = isPrepared ? nameRelease(files, commit, day) : prepareRelease(files, version, today);
  for (const [path, text] of Object.entries(changed)) writeFileSync(join(root, path), text);
  console.log(
    isPrepared
      ? `docs/releases.md names ${commit} as release ${version}: commit that.`
      : `Prepared ${version}: commit it, run npm run release -- ${version} again where that commit is final, and commit what it writes.`,
  );
});
