import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findRunning, forgetRunning, noteRunning } from './running-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-running-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const urls = { ownerUrl: 'postgres://owner', appUrl: 'postgres://app' };

test("a command finds the database of a running server, and only the data folder's owner may read its address", () => {
  expect(findRunning(folder)).toBeNull();
  noteRunning(folder, urls);
  expect(findRunning(folder)).toMatchObject(urls);
  expect(statSync(join(folder, 'running.json')).mode & 0o777).toBe(0o600);
  forgetRunning(folder);
  expect(findRunning(folder)).toBeNull();
});

test('the note of a process that is gone is ignored, and so is a broken note', () => {
  noteRunning(folder, urls);
  const note = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ ...note, pid: 2 ** 22 + 1 }));
  expect(findRunning(folder)).toBeNull();
  writeFileSync(join(folder, 'running.json'), '{');
  expect(findRunning(folder)).toBeNull();
});
