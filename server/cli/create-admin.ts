import { createInterface } from 'node:readline';
import { errorCatalogue } from '#contract/errors.ts';
import { LEAST_PASSWORD } from '#server/config/live.ts';
import { createAdmin as create } from '#server/modules/accounts/accounts.ts';
import type { Command } from './command.ts';

export const createAdmin: Command = {
  says: 'create-admin NAME    makes an admin; the password is ADMIN_PASSWORD, or the first line of the input',
  async run({ db, mode, args: [username], adminPassword, print }) {
    if (!username) {
      print('Name the admin: npm run create-admin -- NAME');
      return 1;
    }
    const password = adminPassword ?? (await askPassword());
    if (mode !== 'demo' && password.length < LEAST_PASSWORD) {
      print(`An admin's password must be at least ${LEAST_PASSWORD} characters; choose a longer one.`);
      return 1;
    }
    const created = await create(db, { username, password });
    if (typeof created !== 'string') {
      print(errorCatalogue[created.code].detail);
      return 1;
    }
    print(`${username} can sign in at /admin.`);
    return 0;
  },
};

async function askPassword(): Promise<string> {
  process.stderr.write('Password: ');
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
