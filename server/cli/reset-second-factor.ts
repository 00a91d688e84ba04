import { resetSecondFactor as reset } from '#server/modules/accounts/accounts.ts';
import type { Command } from './command.ts';

export const resetSecondFactor: Command = {
  says: 'reset-second-factor NAME    removes two-step sign-in and passkeys of a person who lost a device, or the app and the backup codes',
  async run({ db, args: [username], print }) {
    if (!username) {
      print('Name the admin, or the email address of a member: npm run reset-second-factor -- NAME');
      return 1;
    }
    const found = await reset(db, username);
    print(
      found
        ? `${username} is signed out everywhere, has no passkeys, and signs in without a code. Both can be set up again under Security.`
        : `Nobody named ${username} has two-step sign-in or a passkey.`,
    );
    return found ? 0 : 1;
  },
};
