import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findProgram } from './programs.mjs';

test("a program is its variable's, else the first that runs on the PATH or in its places, else none", () => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = (name: string, exitCode: number) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 });
    return path;
  };
  const launcher = program('fox', 1);
  const find = (names: string[], places: string[] = []) =>
    findProgram({ title: 'Fox', variable: 'FOX_PATH', names, places });
  vi.stubEnv('PATH', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(find(['fox'])).toBeNull();
  expect(find(['fox'], [launcher, process.execPath])).toBe(process.execPath);
  const runs = program('fox-esr', 0);
  expect(find(['fox', 'fox-esr'], [process.execPath])).toBe(runs);

  vi.stubEnv('FOX_PATH', process.execPath);
  expect(find(['fox-esr'])).toBe(process.execPath);
  vi.stubEnv('FOX_PATH', launcher);
  expect(() => find(['fox-esr'])).toThrow(`FOX_PATH must name a Fox that runs, and ${launcher} does not.`);
});
