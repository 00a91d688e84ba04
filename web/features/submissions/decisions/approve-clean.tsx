import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { UNDO_SECONDS } from '#contract/limits.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Facts } from '#web/ui/panel.tsx';
import { cleanOnes } from './pending-clips.ts';

/** Approves all clean clips of the queue, if there are at least two; shows the amount first, and Undo reverts all. */
export function ApproveClean({
  waiting,
  onApprove,
}: {
  waiting: readonly HostSubmissionRow[];
  onApprove: (clips: readonly HostSubmissionRow[]) => void;
}) {
  const [asking, setAsking] = useState(false);
  const clean = cleanOnes(waiting);
  if (clean.length < 2) return null;
  const what = `${clean.length} clean clips`;
  const worth = micros(clean.reduce((sum, clip) => sum + clip.worthMicros, 0n));
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <CheckCheck aria-hidden />
        Approve {what}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Approve ${what}?`}
        description={`Their counts were checked and nothing speaks against them; whether each fits your listing only you can see. You can undo it for ${UNDO_SECONDS} seconds.`}
        confirmText={`Approve ${what}`}
        onConfirm={() => {
          setAsking(false);
          onApprove(clean);
        }}
      >
        <Facts rows={[{ name: "Earned at today's counts", value: formatUsdExact(worth) }]} />
      </ConfirmDialog>
    </>
  );
}
