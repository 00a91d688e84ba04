import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { ExternalLine } from '#contract/external-statements/external-statements.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { railLabels } from '../suspense/suspense-labels.ts';

/** Asks whether to book a line without a match as money without an owner. */
export function HoldDialog({ line, onClose }: { line: ExternalLine; onClose: () => void }) {
  const hold = useAction(adminRoutes.holdLine, {
    success: () => {
      toast.success('Moved to suspense', 'It waits under Suspense for its owner.');
      onClose();
    },
  });
  return (
    <AskDialog
      title="Move to suspense"
      description={`${formatUsd(line.amountMicros)} arrived at ${line.rail === 'bank' ? 'the bank' : railLabels[line.rail]} under ${line.reference}. It is booked as money without an owner.`}
      missing="Enter why it has no owner yet."
      confirmText="Move to suspense"
      busy={hold.isPending && 'Booking...'}
      onConfirm={(reason) => hold.mutate({ params: { id: line.id }, body: { reason } })}
      onClose={onClose}
    />
  );
}

interface ExplainProps {
  of: 'line' | 'movement';
  about: { id: string; reference: string };
  onClose: () => void;
}

/** Asks why a line without a match needs no booking. */
export function ExplainDialog({ of, about, onClose }: ExplainProps) {
  const explain = useAction(of === 'line' ? adminRoutes.explainLine : adminRoutes.explainMovement, {
    success: () => {
      toast.success('Explained', 'It is listed under Explained, with your reason.');
      onClose();
    },
  });
  return (
    <AskDialog
      title={`Explain ${about.reference}`}
      description="No money moves. It counts as settled from now on, and can't be explained again."
      label="Explanation"
      missing="Enter the explanation."
      confirmText="Save explanation"
      busy={explain.isPending && 'Saving...'}
      onConfirm={(reason) => explain.mutate({ params: { id: about.id }, body: { reason } })}
      onClose={onClose}
    />
  );
}
