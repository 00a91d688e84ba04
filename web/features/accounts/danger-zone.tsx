import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** `reason`: why the account can't be deleted now, in a sentence. */
export function DangerZone({ reason }: { reason: string }) {
  const id = useId();
  return (
    <Panel title="Danger Zone">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p id={id} className="max-w-120 text-muted">
          {reason}
        </p>
        <Button variant="danger" disabled aria-describedby={id}>
          Delete Account
        </Button>
      </div>
    </Panel>
  );
}
