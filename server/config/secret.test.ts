import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-secret-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test('the secret before is given by its variable, or by its file under another name', () => {
  expect(readConfig({ SECRET, DATA_DIR })).toMatchObject({ secret: SECRET, previousSecret: null });
  const before = `${SECRET} before`;
  expect(readConfig({ SECRET, SECRET_PREVIOUS: before, DATA_DIR }).previousSecret).toBe(before);

  const first = readConfig({ DATA_DIR });
  expect(readConfig({ DATA_DIR })).toEqual(first);
  renameSync(join(DATA_DIR, 'secret'), join(DATA_DIR, 'secret.previous'));
  const next = readConfig({ DATA_DIR });
  expect(next.previousSecret).toBe(first.secret);
  expect(next.secret).not.toBe(first.secret);
});

test.each([
  [SECRET, 'SECRET_PREVIOUS must not be SECRET; remove it, or set a new SECRET.'],
  ['short', 'SECRET_PREVIOUS must be at least 32 characters.'],
])('one that cannot be a secret before is refused: %s', (SECRET_PREVIOUS, says) => {
  expect(() => readConfig({ SECRET, SECRET_PREVIOUS })).toThrow(says);
});
