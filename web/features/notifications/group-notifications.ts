import { isoDay } from '#contract/dates.ts';
import type { NotificationRow } from '#contract/notifications/notifications.ts';

export interface NotificationGroup {
  /** The newest notification of the group, which is shown for all of them. */
  first: NotificationRow;
  /** The other notifications of the group, newest first. */
  more: NotificationRow[];
}

export interface NotificationDay {
  /** A day in UTC: "2026-11-14". */
  day: string;
  groups: NotificationGroup[];
}

/** Returns the page to which a notification links. Its query only chooses what the page shows first. */
const pageOf = ({ link }: NotificationRow): string => link.split('?')[0]!;

/**
 * Groups notifications by day, and the notifications of a day by kind and page. They stay in the order of
 * `rows`, newest first.
 */
export function groupNotifications(rows: readonly NotificationRow[]): NotificationDay[] {
  const days: NotificationDay[] = [];
  for (const row of rows) {
    const day = isoDay(row.createdAt);
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] });
    const { groups } = days.at(-1)!;
    const group = groups.find(({ first }) => first.kind === row.kind && pageOf(first) === pageOf(row));
    if (group) group.more.push(row);
    else groups.push({ first: row, more: [] });
  }
  return days;
}
