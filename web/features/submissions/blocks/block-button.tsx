import { Ban } from 'lucide-react';
import { useState } from 'react';
import { blockRoutes } from '#contract/blocks.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { useUnblock } from './use-unblock.ts';

/** A button that blocks a clipper after asking, or unblocks them. Its label names which of both it does. */
export function BlockButton({ username }: { username: string }) {
  const found = useRead(blockRoutes.blockedClippers, { query: { username } });
  const unblock = useUnblock();
  const [asking, setAsking] = useState(false);
  const block = useAction(blockRoutes.blockClipper, {
    success: () => {
      toast.success('Clipper blocked', `Your listings no longer accept clips from @${username}.`);
      setAsking(false);
    },
  });
  const blocked = found.data?.rows[0];
  if (!found.data) return null;
  if (blocked) {
    return (
      <Button
        size="sm"
        aria-label={`Unblock @${username}`}
        busy={unblock.isPending && 'Unblocking...'}
        onClick={() => unblock.lift(blocked)}
      >
        <Ban aria-hidden />
        Unblock
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" variant="quiet" aria-label={`Block @${username}`} onClick={() => setAsking(true)}>
        <Ban aria-hidden />
        Block
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Block @${username}?`}
        description="Your listings no longer accept clips from this clipper. Pending clips stay for you to decide, and approved ones keep earning. The clipper is not notified. You can unblock in Settings."
        confirmText="Block clipper"
        danger
        busy={block.isPending && 'Blocking...'}
        onConfirm={() => block.mutate({ body: { username } })}
      />
    </>
  );
}
