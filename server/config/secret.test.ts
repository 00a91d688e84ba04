import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';
import { makeSecret } from './secret.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-secret-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test('the previous secret is given by its variable, or by its renamed file', () => {
  expect(readConfig({ SECRET, DATA_DIR })).toMatchObject({ secret: SECRET, previousSecret: null });
  const before = `${SECRET} before`;
  expect(readConfig({ SECRET, SECRET_PREVIOUS: before, DATA_DIR }).previousSecret).toBe(before);

  const first = makeSecret(DATA_DIR);
  expect(readConfig({ DATA_DIR }).secret).toBe(first);
  renameSync(join(DATA_DIR, 'secret'), join(DATA_DIR, 'secret.previous'));
  expect(readConfig({ DATA_DIR })).toMatchObject({ secret: null, previousSecret: first });
  const next = makeSecret(DATA_DIR);
  expect(readConfig({ DATA_DIR })).toMatchObject({ secret: next, previousSecret: first });
});

test('the secret is made once, and only its owner may read it', () => {
  const made = makeSecret(DATA_DIR);
  expect(made.length).toBeGreaterThanOrEqual(64);
  expect(makeSecret(DATA_DIR)).toBe(made);
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
});

test('a file that holds no secret is refused, and is not replaced', () => {
  const file = join(DATA_DIR, 'secret');
  writeFileSync(file, 'cut off');
  expect(() => readConfig({ DATA_DIR })).toThrow(
    /^The file .+ must hold a secret of at least 32 characters; .+\.$/,
  );
  expect(() => makeSecret(DATA_DIR)).toThrow('must hold a secret');
  expect(readFileSync(file, 'utf8')).toBe('cut off');
});

test.each([
  [SECRET, 'SECRET_PREVIOUS must not be SECRET; remove it, or set a new SECRET.'],
  ['short', 'SECRET_PREVIOUS must be at least 32 characters.'],
])("refuses a value that can't be a previous secret: %s", (SECRET_PREVIOUS, says) => {
  expect(() => readConfig({ SECRET, SECRET_PREVIOUS })).toThrow(says);
});
