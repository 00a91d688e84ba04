import type { NotificationChannel, NotificationTiming } from '#contract/notifications/notification-topics.ts';

export const channelLabels: Record<NotificationChannel, string> = {
  app: 'In the app',
  mail: 'Email',
  push: 'Push',
};

export const timingLabels: Record<NotificationTiming, string> = {
  now: 'at once',
  daily: 'daily digest',
  weekly: 'weekly digest',
  off: 'off',
};

/** Explains a choice of timing. A server that can't send mails yet says so. */
export function choiceText({ channel, timing }: Choice, isUnsent: boolean): string {
  const waits = channel === 'mail' && timing !== 'off' && isUnsent;
  return `${channelLabels[channel]}: ${timingLabels[timing]}${waits ? ', once this server can send mails' : ''}.`;
}

interface Choice {
  channel: NotificationChannel;
  timing: NotificationTiming;
}
