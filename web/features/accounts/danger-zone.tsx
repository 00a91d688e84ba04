import { useId, useState } from 'react';
import type { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { SessionUser } from './session.ts';

type Closing = z.infer<typeof routes.accountClosing.reply>;

/** Lets a person delete the account, or lists what must be settled first. */
export function DangerZone({ user }: { user: SessionUser }) {
  const closing = useRead(routes.accountClosing, {});
  return (
    <Panel title="Danger Zone">
      <QueryState
        of={closing}
        failed="It could not be checked whether the account can be deleted."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
      >
        {(data) => <Deletion user={user} closing={data} />}
      </QueryState>
    </Panel>
  );
}

const shared = 'A demo account is shared by everyone and starts again every night, so it can’t be deleted.';
const gone =
  'We erase your name, photo, connections, uploaded videos and screenshots, messages from us, sessions, API keys and webhooks. We keep records of money, without your name. You can’t undo this.';

function Deletion({ user, closing }: { user: SessionUser; closing: Closing }) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const open = user.isDemo || closing.obstacles.length > 0;
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div id={id} className="min-w-0 max-w-120 flex-1 basis-60 text-muted">
        <p>{user.isDemo ? shared : open ? 'You can delete the account when nothing is open:' : gone}</p>
        {user.isDemo || !open ? null : (
          <ul className="mt-1.5 list-disc pl-5">
            {closing.obstacles.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      <Button variant="danger" disabled={open} aria-describedby={id} onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking ? <DeleteDialog user={user} closing={closing} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
