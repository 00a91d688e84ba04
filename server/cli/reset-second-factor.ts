import { resetSecondFactor as reset } from '#server/modules/accounts/accounts.ts';
import type { Command } from './command.ts';

export const resetSecondFactor: Command = {
  says: 'reset-second-factor NAME    lets an admin who lost the authenticator app sign in by password alone',
  async run({ db, args: [username], print }) {
    if (!username) {
      print('Name the admin: npm run reset-second-factor -- NAME');
      return 1;
    }
    const found = await reset(db, username);
    print(
      found
        ? `${username} is signed out everywhere and signs in by password alone. Set the second factor up anew at /admin/security.`
        : `No admin ${username} with two-step sign-in.`,
    );
    return found ? 0 : 1;
  },
};
