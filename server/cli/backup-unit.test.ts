import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'permille-unit-'));
afterAll(() => rmSync(home, { recursive: true }));

/** What systemd hands to the shell, with the folders of this test. */
function nightlyBackup(): string {
  const unit = readFileSync('ops/permille-backup.service', 'utf8');
  const script = /^ExecStart=\/bin\/sh -ec '([^']+)'/m.exec(unit)![1]!;
  return script.replaceAll('%%', '%').replaceAll('/var/backups/permille', home);
}

/** A program that writes down how it was called. */
function program(name: string, does: string): void {
  const path = join(home, name);
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> calls\n${does}\n`);
  chmodSync(path, 0o755);
}

test('the nightly backup runs with settings whose values have spaces, angle brackets and no quotes', () => {
  const settings = [
    'MAIL_FROM=Permille <no-reply@permille.example>',
    'BANK_DETAILS=Permille Ltd\\nIBAN DE02 1203',
    'DUMP_DATABASE_URL=postgres://permille_dump:secret@127.0.0.1/permille',
  ];
  writeFileSync(join(home, '.env'), settings.join('\n'));
  program('pg_dump', 'touch "$(echo "$*" | sed -n "s/.*--file=\\([^ ]*\\).*/\\1/p")"');
  program('npm', '');
  const PATH = `${home}:/usr/bin:/bin`;
  execFileSync('/bin/sh', ['-ec', nightlyBackup()], { cwd: home, env: { PATH } });
  const [dump, files] = readFileSync(join(home, 'calls'), 'utf8').split('\n');
  expect(dump).toMatch(/^pg_dump .* postgres:\/\/permille_dump:secret@127\.0\.0\.1\/permille$/);
  expect(files).toBe(`npm run -s backup -- ${home}/files`);
  expect(readdirSync(home).filter((name) => name.includes('.dump'))).toEqual([
    expect.stringMatching(/^permille-[1-7]\.dump$/),
  ]);
});
