import { Bell } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { notificationRoutes } from '#contract/notifications/notifications.ts';
import { useAction } from '#web/api/action.ts';
import { useLiveUpdates } from '#web/api/events/use-live-updates.ts';
import { HEARTBEAT_MS, live } from '#web/api/live.ts';
import { useRead } from '#web/api/query.ts';
import { whenIdle } from '#web/api/when-idle.ts';
import { Popover } from '#web/ui/dialogs/popover.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fetchEarly, lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

const NotificationCentre = lazyPart(
  async () => (await import('./notification-centre.tsx')).NotificationCentre,
);

/**
 * Loads the list behind the bell, and installs the service worker that shows push notifications and the
 * offline page.
 */
async function keepForSignedIn(): Promise<void> {
  fetchEarly(NotificationCentre);
  try {
    const { isAppWorkerWanted, keepAppWorker } = await import('#web/api/browser-push.ts');
    if (isAppWorkerWanted()) await keepAppWorker();
  } catch {
    // A browser without storage can't install it, and shows its built-in offline page instead.
  }
}

/**
 * Shows the number of unread notifications, and opens a list of them. If a page has several bells, only one
 * gets `person`, the page's owner; that bell also refreshes the page by events.
 */
export function NotificationsBell({ person }: { person?: string | undefined }) {
  const user = useRead(accountRoutes.session, {}, { staleTime: 60_000 }).data?.user;
  // If another account is signed in in this browser, no events are followed, because the page then waits for
  // its owner.
  useLiveUpdates(user && user.username === person ? user.id : undefined);
  const [open, setOpen] = useState(false);
  useEffect(() => whenIdle(() => void keepForSignedIn()), []);
  const unread = useRead(notificationRoutes.unreadNotifications, {}, live(HEARTBEAT_MS));
  const readAll = useAction(notificationRoutes.markNotificationsRead, {
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
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="m-4 h-40" />
          </Loading>
        }
      >
        <NotificationCentre onOpened={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
