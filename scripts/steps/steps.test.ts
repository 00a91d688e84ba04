import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { staleReason } from './install.mjs';
import { nodeIsRecent } from './node-version.mjs';
import { root } from './project.mjs';
import { hashOf, whenChanged } from './sources.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
    'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
};
const installed = (zod: object) => ({ packages: { 'node_modules/zod': zod } });

test('an install is needed exactly when the installed tree differs from the lockfile', () => {
  expect(staleReason(lock, null)).toBe('none are installed');
  expect(staleReason(lock, installed({ version: '4.6.7', integrity: 'sha512-a' }))).toBeNull();
  expect(staleReason(lock, installed({ version: '4.6.6', integrity: 'sha512-a' }))).toBe(
    'zod 4.6.7 is not installed',
  );
  expect(staleReason(lock, installed({ version: '4.6.7', integrity: 'sha512-x' }))).toMatch(/^zod/);
  expect(staleReason(lock, { packages: {} })).toMatch(/^zod/);
});

test('an old Node gets one sentence that names the required version', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  expect(nodeIsRecent('20.18.3')).toBe(false);
  expect(nodeIsRecent('18.20.0')).toBe(false);
  expect(error.mock.calls[0]).toEqual(['Permille needs Node 20.19 or newer, and this is Node 20.18.3.']);
  error.mockRestore();
  for (const version of ['20.19.0', '20.20.1', '22.0.0', '24.1.0']) expect(nodeIsRecent(version)).toBe(true);
});

test('the hash of sources changes with contents and ignores tests', () => {
  expect(hashOf(['contract'])).toBe(hashOf(['contract']));
  expect(hashOf(['contract'])).not.toBe(hashOf(['contract', 'LICENSE']));
  expect(hashOf(['scripts/steps'])).toBe(hashOf(['scripts/steps']));
  expect(hashOf(['no-such-folder'])).toBe(hashOf([]));
});

test('simultaneous builds are done once, even after a killed build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const killed = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(join(folder, 'web.lock'), String(killed));
  mkdirSync(join(folder, 'web'));
  const stamp = relative(root, join(folder, 'web/.sources'));
  const build = vi.fn(async () => undefined);
  await Promise.all([1, 2, 3].map(() => whenChanged(stamp, ['LICENSE'], build)));
  await whenChanged(stamp, ['LICENSE'], build);
  expect(build).toHaveBeenCalledTimes(1);
  await whenChanged(stamp, ['README.md'], build);
  expect(build).toHaveBeenCalledTimes(2);
});
