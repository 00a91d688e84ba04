import { existsSync } from 'node:fs';
import { unreadSettings } from '#server/config/env-file.ts';
import { readConfig } from '#server/config.ts';
import type { LoneCommand } from './command.ts';
import { checkAddress } from './doctor/address.ts';
import { checkDatabase } from './doctor/database.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './doctor/finding.ts';
import { checkMachine } from './doctor/machine.ts';
import { findOutsideBackups } from './doctor/outside-backups.ts';
import { checkSecret } from './doctor/secret.ts';
import { checkServices } from './doctor/services.ts';

export const doctor: LoneCommand = {
  says: 'doctor               checks this installation, changes nothing, and says what is wrong; exits 1 when something is',
  async runAlone({ env, print }) {
    const findings = await examine(env);
    for (const { state, part, detail } of findings) print(`${state.padEnd(8)} ${part.padEnd(12)} ${detail}`);
    const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
    print(`${count('ok')} ok, ${count('warning')} warnings, ${count('wrong')} wrong`);
    return count('wrong') > 0 ? 1 : 0;
  },
};

async function examine(env: Record<string, string | undefined>): Promise<Finding[]> {
  try {
    const config = readConfig(env);
    const parts = await Promise.all([
      checkMachine(config),
      checkDatabase(config),
      checkAddress(config),
      checkServices(config),
      checkSecret(config, env),
    ]);
    const elsewhere = findOutsideBackups(config, env);
    return [
      ok('Settings', `Can be used; MODE is ${config.mode}.`),
      ...findUnread('.env'),
      ...parts.flat(),
      ...elsewhere,
    ];
  } catch (error) {
    return [wrong('Settings', reasonOf(error))];
  }
}

/**
 * Lists settings that nothing reads. A misspelt setting has no effect, and a start can't distinguish it from
 * another program's variable.
 */
function findUnread(file: string): Finding[] {
  const names = existsSync(file) ? unreadSettings(file) : [];
  if (names.length === 0) return [];
  return [
    warning(
      'Settings',
      `${file} sets what nothing reads: ${names.join(', ')}. Is it spelt as in .env.example?`,
    ),
  ];
}
