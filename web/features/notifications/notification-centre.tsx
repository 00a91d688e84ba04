import { useState } from 'react';
import { dayText, isoDay } from '#contract/dates.ts';
import type { NotificationRow } from '#contract/notifications/notifications.ts';
import { notificationRoutes } from '#contract/notifications/notifications.ts';
import { useAction } from '#web/api/action.ts';
import { usePages } from '#web/api/query.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { NewRows } from '#web/ui/lists/new-rows.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { groupNotifications } from './group-notifications.ts';
import { NotificationItem } from './notification-item.tsx';
import { PushOffer } from './push-offer.tsx';

/**
 * Lists notifications by day, newest first. Opening one marks its group as read and opens the page of its
 * subject.
 */
export function NotificationCentre({ onOpened }: { onOpened: () => void }) {
  const [which, setWhich] = useState<'all' | 'unread'>('all');
  const list = usePages(notificationRoutes.listNotifications, {
    query: which === 'unread' ? { unread: '1' } : {},
  });
  const read = useAction(notificationRoutes.markNotificationGroupRead, { error: () => undefined });
  const open = (rows: readonly NotificationRow[]) => {
    const ids = rows.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    if (ids.length > 0) read.mutate({ body: { ids } });
    onOpened();
  };
  return (
    <>
      <div className="border-line border-b px-4 py-2">
        <Segmented
          label="Shown"
          value={which}
          options={[
            { value: 'all', label: 'All' },
            { value: 'unread', label: 'Unread' },
          ]}
          onChange={setWhich}
        />
      </div>
      <QueryList flush of={list} what="notifications" empty={nothing[which]}>
        {(rows, more) => (
          <>
            <PushOffer />
            <NewRows rows={rows} keyOf={({ id }) => id} list={which}>
              {(shown) => <Days rows={shown} onOpen={open} />}
            </NewRows>
            {more && <div className="flex justify-center p-3">{more}</div>}
          </>
        )}
      </QueryList>
    </>
  );
}

const nothing = {
  all: <EmptyState title="Nothing yet">News about your clips, listings and money appears here.</EmptyState>,
  unread: <EmptyState title="All read">Nothing new since you last looked.</EmptyState>,
};

interface DaysProps {
  rows: readonly NotificationRow[];
  onOpen: (rows: readonly NotificationRow[]) => void;
}

function Days({ rows, onOpen }: DaysProps) {
  const today = isoDay(useNow());
  return (
    <div>
      {groupNotifications(rows).map(({ day, groups }) => (
        <section key={day} aria-label={dayName(day, today)}>
          <h3 className="bg-sunken px-4 py-1 font-semibold text-muted text-xs">{dayName(day, today)}</h3>
          <ul className="divide-y divide-line">
            {groups.map((group) => (
              <NotificationItem key={group.first.id} group={group} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const DAY_MS = 24 * 60 * 60_000;

function dayName(day: string, today: string): string {
  if (day === today) return 'Today';
  return Date.parse(today) - Date.parse(day) === DAY_MS ? 'Yesterday' : dayText(day);
}
