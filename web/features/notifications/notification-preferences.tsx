import type { ReactNode } from 'react';
import type { MemberRole } from '#contract/accounts.ts';
import { routes } from '#contract/routes.ts';
import { mailNotices, supportRoutes } from '#contract/support.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { QueryList } from '#web/ui/query-list.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { placesText, topicLabel } from './topic-labels.ts';

interface NotificationPreferencesProps {
  whose: MemberRole;
  /** What the server says of its mails when they don't arrive as usual. */
  mailTrouble: ReactNode;
}

/** What is mailed as well as shown in the app; each choice counts at once. */
export function NotificationPreferences({ whose, mailTrouble }: NotificationPreferencesProps) {
  const isUnsent = useRead(supportRoutes.status, {}).data?.services.includes(mailNotices.unsent) ?? false;
  const choices = useRead(routes.listNotificationPreferences, {});
  const choose = useAction(routes.setNotificationPreference, {
    success: (_reply, { body }) =>
      toast.success('Saved', `${topicLabel(body.topic, whose).name}: ${placesText(body.byMail, isUnsent)}`, {
        id: 'notifications',
      }),
    error: (error) => toast.error(error.title, error.message, { id: 'notifications' }),
  });
  const pending = choose.isPending ? choose.variables.body : null;
  return (
    <Panel title="Notifications">
      <p className="mb-4 text-muted">
        Every notification appears under the bell. Choose what is sent to your email as well. Mails about your
        password, your API keys{whose === 'clipper' ? ' and your payment email' : ''} are always sent.
      </p>
      <div className="mb-4 empty:mb-0">{mailTrouble}</div>
      <QueryList
        of={choices}
        what="choices"
        failed="Your choices did not load."
        loading={
          <Loading>
            <div className="flex flex-col gap-4">
              <Skeleton className="h-9" />
              <Skeleton className="h-9" />
              <Skeleton className="h-9" />
            </div>
          </Loading>
        }
        empty={null}
      >
        {(rows) => (
          <ul className="flex flex-col gap-3.5">
            {rows.map(({ topic, byMail }) => (
              <li key={topic}>
                <Choice
                  label={topicLabel(topic, whose)}
                  byMail={pending?.topic === topic ? pending.byMail : byMail}
                  onChoose={(next) => choose.mutate({ body: { topic, byMail: next } })}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  );
}

interface ChoiceProps {
  label: { name: string; meaning: string };
  byMail: boolean;
  onChoose: (byMail: boolean) => void;
}

function Choice({ label: { name, meaning }, byMail, onChoose }: ChoiceProps) {
  return (
    <Checkbox
      label={
        <>
          <span className="font-semibold">{name}</span> <span className="text-muted">by email</span>
        </>
      }
      hint={meaning}
      checked={byMail}
      onChange={(event) => onChoose(event.target.checked)}
    />
  );
}
