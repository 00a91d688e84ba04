import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { UNDO_SECONDS } from '#contract/limits.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Fact, Facts } from '#web/ui/pages/panel.tsx';
import { cleanOnes } from './pending-clips.ts';

/**
 * A button that approves all clean clips of the queue, if there are at least two. It shows the amount first.
 * Undo reverts all of the approvals.
 */
export function ApproveClean({
  clips,
  onApprove,
}: {
  /** The clips that the queue shows. */
  clips: readonly HostSubmissionRow[];
  onApprove: (clips: readonly HostSubmissionRow[]) => void;
}) {
  const { clean, asked, ask, close } = useClean(clips);
  const what = `${(asked ?? clean).length} clean clips`;
  const worth = micros((asked ?? clean).reduce((sum, clip) => sum + clip.worthMicros, 0n));
  return (
    <>
      {clean.length < 2 ? null : (
        <Button onClick={ask}>
          <CheckCheck aria-hidden />
          Approve {clean.length} clean clips
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={close}
        title={`Approve ${what}?`}
        description={`Their counts are clean so far. Check that each fits your listing. You can undo for ${UNDO_SECONDS} seconds.`}
        confirmText={`Approve ${what}`}
        onConfirm={() => {
          close();
          if (asked) onApprove(asked);
        }}
      >
        <Facts>
          <Fact name="Earned at today's counts">{formatUsdExact(worth)}</Fact>
        </Facts>
      </ConfirmDialog>
    </>
  );
}

/**
 * Returns the clean clips. While the question is shown, it also returns the clips that were clean when it was
 * asked, so that exactly these are approved.
 */
export function useClean(clips: readonly HostSubmissionRow[]) {
  const [asked, setAsked] = useState<readonly HostSubmissionRow[] | null>(null);
  const clean = cleanOnes(clips);
  return { clean, asked, ask: () => setAsked(clean), close: () => setAsked(null) };
}
