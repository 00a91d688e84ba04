import type { z } from 'zod';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

export type AdminUser = z.infer<typeof adminRoutes.adminUsers.reply>['rows'][number];
export type UserAct = 'ban' | 'unban' | 'allow';

/** Shows the actions that the account's state allows. */
export function UserActions({ user, onAct }: { user: AdminUser; onAct: (act: UserAct) => void }) {
  if (user.role === 'admin') return null;
  if (user.status !== 'Banned')
    return (
      <Button size="sm" variant="danger" aria-label={`Ban User ${user.name}`} onClick={() => onAct('ban')}>
        Ban User
      </Button>
    );
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {user.payoutsFrozen ? (
        <Button size="sm" aria-label={`Allow payouts ${user.name}`} onClick={() => onAct('allow')}>
          Allow payouts
        </Button>
      ) : null}
      <Button size="sm" aria-label={`Unban User ${user.name}`} onClick={() => onAct('unban')}>
        Unban User
      </Button>
    </span>
  );
}

const actRoutes = { ban: adminRoutes.banUser, unban: adminRoutes.unbanUser, allow: adminRoutes.allowPayouts };

const words = {
  ban: {
    title: (name: string) => `Ban ${name}`,
    missing: 'Enter the reason for the ban.',
    confirmText: 'Ban User',
    busy: 'Banning...',
    done: 'User Banned',
    result: (name: string) => `${name} was signed out everywhere.`,
  },
  unban: {
    title: (name: string) => `Unban ${name}`,
    missing: 'Enter why the ban is lifted.',
    confirmText: 'Unban User',
    busy: 'Saving...',
    done: 'Ban lifted',
    result: (name: string) => `${name} can log in again.`,
  },
  allow: {
    title: (name: string) => `Allow payouts of ${name}`,
    missing: 'Enter what the review found.',
    confirmText: 'Allow payouts',
    busy: 'Saving...',
    done: 'Payouts allowed',
    result: (name: string) => `${name} stays banned and is paid every whole cent that is not contested.`,
  },
};

function consequence(act: UserAct, isHost: boolean): string {
  if (act === 'allow')
    return 'The account stays banned. Every whole cent that is available leaves now, below the minimums too; later earnings leave with the weekly run.';
  if (act === 'unban')
    return isHost
      ? 'The account opens again. Listings stay paused until their host resumes them.'
      : 'The account opens again, and its frozen payouts can leave.';
  return isHost
    ? 'Sessions end and listings pause. Approved clips keep what they earned.'
    : 'Sessions end and withdrawals freeze until the money has been reviewed.';
}

export interface UserDialogProps {
  user: AdminUser;
  act: UserAct;
  onClose: () => void;
}

/** Asks for the reason of an action on an account. */
export function UserDialog({ user, act, onClose }: UserDialogProps) {
  const { title, missing, confirmText, busy, done, result } = words[act];
  const action = useAction(actRoutes[act], {
    success: () => {
      toast.success(done, result(user.name));
      onClose();
    },
  });
  return (
    <AskDialog
      title={title(user.name)}
      description={consequence(act, user.role === 'host')}
      missing={missing}
      confirmText={confirmText}
      danger={act === 'ban'}
      busy={action.isPending && busy}
      onConfirm={(reason) => action.mutate({ params: { id: user.id }, body: { reason } })}
      onClose={onClose}
    />
  );
}
