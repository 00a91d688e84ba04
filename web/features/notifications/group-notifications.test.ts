import { expect, it } from 'vitest';
import type { NotificationRow } from '#contract/notifications/notifications.ts';
import { groupNotifications } from './group-notifications.ts';

const row = (id: string, at: string, kind: string, link: string): NotificationRow => ({
  ...{ id, kind, link, title: kind, body: '', readAt: null },
  createdAt: new Date(at),
});

it('groups notifications of one kind about one page within a day, and keeps the order', () => {
  const days = groupNotifications([
    row('5', '2026-11-20T09:00Z', 'submission.submitted', '/a?submission=5'),
    row('4', '2026-11-20T08:00Z', 'payout.paid', '/b'),
    row('3', '2026-11-20T07:00Z', 'submission.submitted', '/a'),
    row('2', '2026-11-20T06:00Z', 'submission.submitted', '/c'),
    row('1', '2026-11-19T23:59Z', 'submission.submitted', '/a'),
  ]);
  expect(
    days.map(({ day, groups }) => [
      day,
      groups.map(({ first, more }) => [first.id, ...more.map(({ id }) => id)]),
    ]),
  ).toEqual([
    ['2026-11-20', [['5', '3'], ['4'], ['2']]],
    ['2026-11-19', [['1']]],
  ]);
});
