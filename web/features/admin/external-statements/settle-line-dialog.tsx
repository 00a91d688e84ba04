import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { ExternalLine } from '#contract/external-statements/external-statements.ts';
import { formatUsd } from '#contract/money.ts';
import { ActDialog } from '../act-dialog.tsx';
import { railLabels } from '../suspense/suspense-labels.ts';

/** Asks whether to book a line without a match as money without an owner. */
export const HoldDialog = ({ line, onClose }: { line: ExternalLine; onClose: () => void }) => (
  <ActDialog
    route={adminRoutes.holdLine}
    title="Move to suspense"
    description={`${formatUsd(line.amountMicros)} arrived at ${line.rail === 'bank' ? 'the bank' : railLabels[line.rail]} under ${line.reference}. It is booked as money without an owner.`}
    missing="Enter why it has no owner yet."
    confirmText="Move to suspense"
    busy="Booking..."
    input={(reason) => ({ params: { id: line.id }, body: { reason } })}
    done={() => ['Moved to suspense', 'It waits under Suspense for its owner.']}
    onClose={onClose}
  />
);

interface ExplainProps {
  of: 'line' | 'movement';
  about: { id: string; reference: string };
  onClose: () => void;
}

/** Asks why a line without a match needs no booking. */
export const ExplainDialog = ({ of, about, onClose }: ExplainProps) => (
  <ActDialog
    route={of === 'line' ? adminRoutes.explainLine : adminRoutes.explainMovement}
    title={`Explain ${about.reference}`}
    description="No money moves. It counts as settled from now on, and can't be explained again."
    label="Explanation"
    missing="Enter the explanation."
    confirmText="Save explanation"
    input={(reason) => ({ params: { id: about.id }, body: { reason } })}
    done={() => ['Explained', 'It is listed under Explained, with your reason.']}
    onClose={onClose}
  />
);
