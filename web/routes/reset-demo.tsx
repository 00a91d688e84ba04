import { useState } from 'react';
import { DEMO_IDLE_MINUTES } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import type { ReplyOf } from '#web/api/client.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { paths } from './paths.ts';

type LastReset = NonNullable<ReplyOf<typeof routes.demoTools>['reset']>;

interface ResetDemoProps {
  whose: 'host' | 'clipper';
  last: LastReset;
  /** True if strangers share this demo. */
  isShared: boolean;
}

/** Resets the demo and signs in again, to a new demo account with the same name. */
export function ResetDemo({ whose, last, isShared }: ResetDemoProps) {
  const [asking, setAsking] = useState(false);
  const isDemo = useSession().data?.user?.isDemo;
  const comeBack = () => location.assign(whose === 'host' ? paths.hostDashboard() : paths.clipperDashboard());
  const enter = useAction(routes.demoLogin, { success: comeBack });
  const reset = useAction(routes.resetDemo, {
    success: () => (isDemo ? enter.mutate({ body: { role: whose } }) : comeBack()),
    error: () => setAsking(false),
  });
  return (
    <section className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Put everything in this demo back to its starting state.{' '}
        {isShared
          ? `It also resets itself if nobody changes anything for ${DEMO_IDLE_MINUTES} minutes.`
          : null}
      </p>
      <p className="text-muted">
        {happened[last.lastBy]} <MomentText at={last.lastAt} />.{' '}
        {last.againAt ? (
          <>
            You can reset it from <MomentText at={last.againAt} /> on.
          </>
        ) : null}
      </p>
      {last.againAt ? null : (
        <Button size="sm" onClick={() => setAsking(true)}>
          Reset the demo
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Reset the demo?"
        description="This signs everyone out of the demo accounts and archives what was done with the demo’s listings and clips. It takes a few seconds; you come back signed in. Accounts that people created stay."
        confirmText="Reset the demo"
        danger
        busy={(reset.isPending || enter.isPending) && 'Resetting...'}
        onConfirm={() => reset.mutate({})}
      />
    </section>
  );
}

const happened: Record<LastReset['lastBy'], string> = {
  visitor: 'A visitor last reset it at',
  idle: 'It last reset itself at',
  night: 'It was last reset, as every night, at',
  start: 'It began at',
};
