import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkEnvFile, unreadSettings } from './env-file.ts';

const home = mkdtempSync(join(tmpdir(), 'permille-env-'));
afterAll(() => rmSync(home, { recursive: true }));

function check(text: string, given: Record<string, string | undefined> = {}): void {
  const file = join(home, '.env');
  writeFileSync(file, text);
  checkEnvFile(file, given);
}

test.each([
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'UV_THREADPOOL_SIZE',
])('refuses %s in the settings file, where it would have no effect', (name) => {
  expect(() => check(`PORT=3000\n${name}=/etc/permille/ca.pem\n`)).toThrow(
    new RegExp(`^${name} must not be set in \\.env, because .+ Environment= in its unit \\(.+\\)\\.$`),
  );
});

test.each([
  ['NODE_ENV and settings', 'NODE_ENV=production\nTEXTS_DIR=/srv/texts # not the name NODE_OPTIONS\n', {}],
  [
    'a variable of Node that the process was started with',
    'NODE_EXTRA_CA_CERTS=/etc/permille/ca.pem\n',
    { NODE_EXTRA_CA_CERTS: '/etc/permille/ca.pem' },
  ],
])('accepts %s', (_what, text, given) => {
  expect(() => check(text, given)).not.toThrow();
});

test('lists a setting that nothing reads, and none that the server or Node reads', () => {
  const file = join(home, 'settings.env');
  writeFileSync(
    file,
    'PORT=3000\nALLERT_EMAIL=you@permille.example\nNODE_OPTIONS=--trace-warnings\nTMPDIR=/var/tmp\n# SMTP=none\n',
  );
  expect(unreadSettings(file)).toEqual(['ALLERT_EMAIL']);
});
