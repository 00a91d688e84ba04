import type { z } from 'zod';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { ActDialog } from '../act-dialog.tsx';
import { personName } from './person-name.ts';

export type AdminUser = z.infer<typeof adminRoutes.adminUsers.reply>['rows'][number];

const acts = {
  ban: {
    route: adminRoutes.banUser,
    title: (name: string) => `Ban ${name}`,
    missing: 'Enter the reason for the ban.',
    confirmText: 'Ban User',
    busy: 'Banning...',
    done: 'User Banned',
    result: (name: string) => `${name} was signed out everywhere.`,
  },
  unban: {
    route: adminRoutes.unbanUser,
    title: (name: string) => `Unban ${name}`,
    missing: 'Enter why the ban is lifted.',
    confirmText: 'Unban User',
    busy: 'Saving...',
    done: 'Ban lifted',
    result: (name: string) => `${name} can log in again.`,
  },
  allow: {
    route: adminRoutes.allowPayouts,
    title: (name: string) => `Allow payouts of ${name}`,
    missing: 'Enter what the review found.',
    confirmText: 'Allow payouts',
    busy: 'Saving...',
    done: 'Payouts allowed',
    result: (name: string) => `${name} stays banned and is paid every whole cent that is not contested.`,
  },
};
export type UserAct = keyof typeof acts;

function consequence(act: UserAct, isHost: boolean): string {
  if (act === 'allow')
    return 'The account stays banned. Every available whole cent is paid out now, even below the minimums; later earnings are paid with the weekly run.';
  if (act === 'unban')
    return isHost
      ? 'The account opens again. Listings stay paused until their host resumes them.'
      : 'The account opens again, and its frozen payouts can be sent.';
  return isHost
    ? 'Sessions end and listings pause. Approved clips keep what they earned.'
    : 'Sessions end and withdrawals freeze until the money has been reviewed.';
}

interface UserDialogProps {
  user: AdminUser;
  act: UserAct;
  onClose: () => void;
}

/** Asks for the reason of an action on an account. */
export function UserDialog({ user, act, onClose }: UserDialogProps) {
  const { id, role } = user;
  const name = personName(user);
  const { title, done, result, ...asked } = acts[act];
  return (
    <ActDialog
      {...asked}
      title={title(name)}
      description={consequence(act, role === 'host')}
      danger={act === 'ban'}
      input={(reason) => ({ params: { id }, body: { reason } })}
      done={() => [done, result(name)]}
      onClose={onClose}
    />
  );
}
