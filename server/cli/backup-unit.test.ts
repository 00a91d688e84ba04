import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'permille-unit-'));
afterAll(() => rmSync(home, { recursive: true }));

const unit = readFileSync('ops/permille-backup.service', 'utf8');

/** What systemd hands to the shell, with the folders of this test. */
function nightlyBackup(): string {
  const script = /^ExecStart=\/bin\/sh -ec '([^']+)'/m.exec(unit)![1]!;
  return script.replaceAll('%%', '%').replaceAll('/var/backups/permille', home);
}

/** A program that writes down how it was called, and the variables that hold a password. */
function program(name: string, does: string): void {
  const path = join(home, name);
  const writes = `echo "${name} $*" >> calls\nenv | grep p4ssw0rd | sed "s,^,${name} knows ," >> known || :`;
  writeFileSync(path, `#!/bin/sh\n${writes}\n${does}\n`);
  chmodSync(path, 0o755);
}

test('the nightly backup hands the password of the dump to pg_dump alone, and in no command line', () => {
  program('pg_dump', 'touch "$(echo "$*" | sed -n "s/.*--file=\\([^ ]*\\).*/\\1/p")"');
  program('npm', '');
  const env = {
    PATH: `${home}:/usr/bin:/bin`,
    DUMP_DATABASE_URL: 'postgres://permille_dump:p4ssw0rd@127.0.0.1:5432/permille',
  };
  execFileSync('/bin/sh', ['-ec', nightlyBackup()], { cwd: home, env });
  const [dump, files] = readFileSync(join(home, 'calls'), 'utf8').split('\n');
  expect(dump).toMatch(/^pg_dump .* postgres:\/\/permille_dump@127\.0\.0\.1:5432\/permille$/);
  expect(files).toBe(`npm run -s backup -- ${home}/files`);
  expect(readFileSync(join(home, 'known'), 'utf8')).toBe('pg_dump knows PGPASSWORD=p4ssw0rd\n');
  expect(readdirSync(home).filter((name) => name.includes('.dump'))).toEqual([
    expect.stringMatching(/^permille-[1-7]\.dump$/),
  ]);
});
