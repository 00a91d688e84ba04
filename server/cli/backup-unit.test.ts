import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backupArguments } from './backup-arguments.ts';

const unit = (name: string): string => readFileSync(`ops/${name}.service`, 'utf8');

/** Returns the restrictions of a systemd unit, which are the lines of its hardening section. */
const hardening = (name: string): string[] =>
  unit(name)
    .split('\n')
    .filter((line) =>
      /^(?:NoNewPrivileges|Private\w+|Protect\w+|Restrict(?:Address|Name|Real|SUID)\w+|Lock\w+|SystemCall\w+|CapabilityBoundingSet|UMask)=/.test(
        line,
      ),
    )
    .sort();

test("every unit is as restricted as the server's", () => {
  expect(hardening('permille').length).toBeGreaterThan(15);
  for (const name of ['permille@', 'permille-backup', 'permille-backup-failed'])
    expect(hardening(name), name).toEqual(hardening('permille'));
});

test('the nightly backup may write into its folder only, and its failure starts the unit that records it', () => {
  const [, folder] = /^ExecStart=\/usr\/bin\/node dist\/server\/cli\.js backup (\S+)$/m.exec(
    unit('permille-backup'),
  )!;
  expect(unit('permille-backup')).toMatch(`\nReadWritePaths=${folder}\n`);
  expect(unit('permille-backup')).toContain('\nOnFailure=permille-backup-failed.service\n');
  const [, option] = /^ExecStart=\/usr\/bin\/node dist\/server\/cli\.js backup "(.+)"$/m.exec(
    unit('permille-backup-failed'),
  )!;
  expect(backupArguments([option!], { options: ['failed'] })?.options.failed).toMatch(
    /see journalctl --unit=permille-backup$/,
  );
});
