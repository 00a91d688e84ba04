import type { ReactNode } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { type NotificationTopic, notificationChannels } from '#contract/notifications/notification-topics.ts';
import { type NotificationPreference, notificationRoutes } from '#contract/notifications/notifications.ts';
import { topicLabel } from '#contract/notifications/topic-labels.ts';
import { mailNotices, supportRoutes } from '#contract/support/support.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { choiceText } from './channel-labels.ts';
import { MailAddressNote } from './mail-address-note.tsx';
import { TimingChoice } from './timing-choice.tsx';

interface NotificationPreferencesProps {
  whose: MemberRole;
  /** The server's notice that mails don't arrive as usual, if there is one. */
  mailTrouble: ReactNode;
  /** The settings for push notifications in this browser and for installing the app. */
  here: ReactNode;
}

/** Sets channels and timing for each topic. Each choice is saved at once. */
export function NotificationPreferences({ whose, mailTrouble, here }: NotificationPreferencesProps) {
  const isUnsent = useRead(supportRoutes.status, {}).data?.services.includes(mailNotices.unsent) ?? false;
  const choices = useRead(notificationRoutes.listNotificationPreferences, {});
  const choose = useAction(notificationRoutes.setNotificationPreference, {
    success: (_reply, { body: { topic, channel, timing } }) =>
      toast.success(
        'Saved',
        `${topicLabel(topic, whose).name}, ${choiceText({ channel, timing }, isUnsent)}`,
        { id: 'notifications' },
      ),
    error: (error) => toast.error(error.title, error.message, { id: 'notifications' }),
  });
  const pending = choose.isPending ? choose.variables.body : null;
  return (
    <Panel title="Notifications">
      <p className="mb-4 text-muted">
        Choose how you’re notified. Digests are sent at 07:00 UTC and skip what you’ve read. Mails about your
        password
        {whose === 'clipper' ? ', your API keys and your payment email' : ' and your API keys'} are always
        sent.
      </p>
      <div className="mb-4 flex flex-col gap-4 empty:mb-0">
        {mailTrouble}
        <MailAddressNote />
        {here}
      </div>
      <QueryList
        of={choices}
        what="choices"
        failed="Your choices did not load."
        loading={
          <Loading>
            <div className="flex flex-col gap-4">
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
            </div>
          </Loading>
        }
        empty={null}
      >
        {(rows) => (
          <ul aria-label="Topics" className="flex flex-col gap-4.5">
            {topicsOf(rows).map((topic) => (
              <Topic
                key={topic}
                topic={topic}
                whose={whose}
                rows={rows.filter((row) => row.topic === topic)}
                pending={pending}
                onChoose={(body) => choose.mutate({ body })}
              />
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  );
}

const topicsOf = (rows: readonly NotificationPreference[]): NotificationTopic[] => [
  ...new Set(rows.map(({ topic }) => topic)),
];

interface TopicProps {
  topic: NotificationTopic;
  whose: MemberRole;
  rows: readonly NotificationPreference[];
  pending: NotificationPreference | null;
  onChoose: (choice: NotificationPreference) => void;
}

function Topic({ topic, whose, rows, pending, onChoose }: TopicProps) {
  const { name, meaning } = topicLabel(topic, whose);
  const timingOf = (channel: NotificationPreference['channel']) =>
    pending?.topic === topic && pending.channel === channel
      ? pending.timing
      : rows.find((row) => row.channel === channel)?.timing;
  return (
    <li>
      <p className="font-semibold text-sm">{name}</p>
      <p className="mb-2 text-muted text-xs">{meaning}</p>
      <div className="grid grid-cols-3 gap-2">
        {notificationChannels.map((channel) => (
          <TimingChoice
            key={channel}
            topic={topic}
            channel={channel}
            name={name}
            value={timingOf(channel)}
            onChoose={(timing) => onChoose({ topic, channel, timing })}
          />
        ))}
      </div>
    </li>
  );
}
