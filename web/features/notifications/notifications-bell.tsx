import { Bell } from 'lucide-react';
import { useState } from 'react';
import { accountRoutes } from '#contract/accounts.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useLiveUpdates } from '#web/api/events/use-live-updates.ts';
import { HEARTBEAT_MS, live } from '#web/api/live.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { toast } from '#web/ui/toast.tsx';
import { NotificationList } from './notification-list.tsx';

/** The number of unread notifications, and the list behind it. Of the bells of a page one names the `person` whose page it is. */
export function NotificationsBell({ person }: { person?: string | undefined }) {
  const user = useRead(accountRoutes.session, {}, { staleTime: 60_000 }).data?.user;
  // Not while somebody else is signed in in this browser: the page waits for its own person then.
  useLiveUpdates(user && user.username === person ? user.id : undefined);
  const [open, setOpen] = useState(false);
  const unread = useRead(routes.unreadNotifications, {}, live(HEARTBEAT_MS));
  const readAll = useAction(routes.markNotificationsRead, {
    error: (error) => toast.error(error.title, error.message, { id: 'notifications' }),
  });
  const count = unread.data?.count ?? 0;
  const shown = count > 99 ? '99+' : String(count);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title="Notifications"
      trigger={
        <Button
          variant="quiet"
          size="sm"
          square
          className="relative"
          aria-label={count > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
        >
          <Bell aria-hidden className="size-4.25!" />
          {count > 0 ? (
            <span className="-top-1 -right-1 absolute grid h-4 min-w-4 place-items-center rounded-full bg-ink px-1 font-bold text-2xs text-bg leading-none">
              {shown}
            </span>
          ) : null}
        </Button>
      }
      action={
        count > 0 ? (
          <Button size="sm" busy={readAll.isPending && 'Marking...'} onClick={() => readAll.mutate({})}>
            Mark all read
          </Button>
        ) : null
      }
    >
      <NotificationList onOpened={() => setOpen(false)} />
    </Popover>
  );
}
