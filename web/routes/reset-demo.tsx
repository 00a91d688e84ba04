import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { paths } from './paths.ts';

/** Makes the demo anew, and comes back signed in: a demo account is another one then, under the same name. */
export function ResetDemo({ whose }: { whose: 'host' | 'clipper' }) {
  const [asking, setAsking] = useState(false);
  const isDemo = useSession().data?.user?.isDemo;
  const comeBack = () => location.assign(whose === 'host' ? paths.hostDashboard() : paths.clipperDashboard());
  const enter = useAction(routes.demoLogin, { success: comeBack });
  const reset = useAction(routes.resetDemo, {
    success: () => (isDemo ? enter.mutate({ body: { role: whose } }) : comeBack()),
  });
  return (
    <section className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Bring this demo back to where it began: its people, listings, clips and money are made anew.
      </p>
      <Button size="sm" onClick={() => setAsking(true)}>
        Reset the demo
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Reset the demo?"
        description="Everybody in a demo account is signed out, and what was done with the demo’s listings and clips is put aside. It takes some seconds; you come back signed in. Accounts that people made themselves stay."
        confirmText="Reset the demo"
        danger
        busy={(reset.isPending || enter.isPending) && 'Resetting...'}
        onConfirm={() => reset.mutate({})}
      />
    </section>
  );
}
