import { resetSecondFactor as reset } from '#server/modules/accounts/accounts.ts';
import type { Command } from './command.ts';

export const resetSecondFactor: Command = {
  says: 'reset-second-factor NAME    lets a person who lost the authenticator app and the backup codes sign in without a code',
  async run({ db, args: [username], print }) {
    if (!username) {
      print('Name the admin, or the email address of a member: npm run reset-second-factor -- NAME');
      return 1;
    }
    const found = await reset(db, username);
    print(
      found
        ? `${username} is signed out everywhere and signs in without a code. Two-step sign-in can be set up again under Security.`
        : `Nobody named ${username} has two-step sign-in.`,
    );
    return found ? 0 : 1;
  },
};
