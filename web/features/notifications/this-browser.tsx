import { useState } from 'react';
import {
  type PushSubscriptionRow,
  pushSubscriptionRoutes,
} from '#contract/notifications/push-subscriptions.ts';
import { useAction } from '#web/api/action.ts';
import {
  endPush,
  isAppWorkerWanted,
  keepAppWorker,
  pushHindrance,
  removeAppWorker,
  turnOnPush,
} from '#web/api/browser-push.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { pushFailed } from './push-failed.ts';

interface ThisBrowserProps {
  /** Returns a browser's name from a User-Agent, such as "Chrome on Linux". */
  deviceName: (userAgent: string | null) => string;
}

/**
 * Settings for push notifications and the offline page in this browser, and a list of the person's other
 * browsers with push notifications.
 */
export function ThisBrowser({ deviceName }: ThisBrowserProps) {
  const { data, refetch } = useRead(pushSubscriptionRoutes.listPushSubscriptions, {});
  const [busy, setBusy] = useState(false);
  const remove = useAction(pushSubscriptionRoutes.removePushSubscription, {
    success: () => void refetch(),
    error: (error) => toast.error(error.title, error.message, { id: 'push' }),
  });
  if (!data) return null;
  const own = data.rows.find(({ isThis }) => isThis);
  const others = data.rows.filter(({ isThis }) => !isThis);
  const change = async (showsDetails?: boolean) => {
    setBusy(true);
    await turnOnPush(showsDetails).catch(pushFailed);
    await refetch();
    setBusy(false);
  };
  const end = async ({ id }: PushSubscriptionRow) => {
    setBusy(true);
    await endPush().catch(() => undefined);
    await remove.mutateAsync({ params: { id } }).catch(() => undefined);
    setBusy(false);
  };
  return (
    <section aria-label="This browser" className="rounded-control border border-line p-3.5 text-sm">
      {own ? (
        <>
          <div className="mb-2.5 flex items-center justify-between gap-3">
            <p className="font-semibold">Push is on in this browser</p>
            <Button size="sm" busy={busy && 'Saving...'} onClick={() => void end(own)}>
              Turn off
            </Button>
          </div>
          <Checkbox
            label="Show titles, names and amounts"
            hint="Otherwise a push names only its topic, because others may see this screen."
            checked={own.showsDetails}
            disabled={busy}
            onChange={(event) => void change(event.target.checked)}
          />
        </>
      ) : (
        <Off busy={busy} onTurnOn={() => void change()} />
      )}
      {others.length > 0 ? (
        <ul
          aria-label="Other browsers with push"
          className="mt-3 flex flex-col gap-2 border-line border-t pt-3"
        >
          {others.map((row) => (
            <li key={row.id} className="flex items-center justify-between gap-3">
              <span className="min-w-0 break-words">{deviceName(row.userAgent)}</span>
              <Button
                size="sm"
                aria-label={`Turn off push on ${deviceName(row.userAgent)}`}
                onClick={() => remove.mutate({ params: { id: row.id } })}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <OfflinePage onChanged={() => void refetch()} />
    </section>
  );
}

const hindrances = {
  unsupported: 'This browser can’t show pushes. On an iPhone or iPad, add Permille to the home screen first.',
  blocked:
    'This browser blocks notifications of this site. Allow them in its settings, then turn push on here.',
};

function Off({ busy, onTurnOn }: { busy: boolean; onTurnOn: () => void }) {
  const hindrance = pushHindrance();
  return (
    <div className="flex items-center justify-between gap-3">
      <p>
        <span className="font-semibold">Push notifications are off.</span>{' '}
        <span className="text-muted">
          {hindrance ? hindrances[hindrance] : 'Turn them on to hear from us when Permille isn’t open.'}
        </span>
      </p>
      {hindrance ? null : (
        <Button size="sm" busy={busy && 'Turning on...'} onClick={onTurnOn}>
          Turn on push
        </Button>
      )}
    </div>
  );
}

/** Asks whether to keep the service worker that shows push notifications and the offline page. */
function OfflinePage({ onChanged }: { onChanged: () => void }) {
  const [kept, setKept] = useState(isAppWorkerWanted);
  if (!('serviceWorker' in navigator)) return null;
  const change = async (keep: boolean) => {
    setKept(keep);
    try {
      await (keep ? keepAppWorker() : removeAppWorker());
    } catch {
      setKept(!keep);
      toast.error('Not changed', 'This browser did not allow it.', { id: 'push' });
    }
    onChanged();
  };
  return (
    <Checkbox
      className="mt-3 border-line border-t pt-3"
      label="Offline mode (required for push)"
      hint="Stores no account data. Turning it off also turns push off."
      checked={kept}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
