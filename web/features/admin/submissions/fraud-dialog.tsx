import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { useViewRange } from './view-range.tsx';

export interface FraudDialogProps {
  clipId: string;
  /** The clip's counted views. */
  views: number;
  onBack: () => void;
  onDone: () => void;
}

/** Marks all views of an approved clip as bought, or a range of them, even if they were released or paid. */
export function FraudDialog({ clipId, views, onBack, onDone }: FraudDialogProps) {
  const { fields, read } = useViewRange('Both empty: all, and counting stops');
  const uphold = useAction(adminRoutes.upholdFraud, {
    success: ({ takenBackMicros, owedMicros, canceledMicros }) => {
      const canceled = canceledMicros > 0n ? ` Payouts called back: ${formatUsdExact(canceledMicros)}.` : '';
      const debt = owedMicros > 0n ? ` The clipper owes ${formatUsdExact(owedMicros)} of it.` : '';
      toast.success(
        'Views taken back',
        `${formatUsdExact(micros(takenBackMicros + owedMicros))} went back to the listing.${canceled}${debt}`,
      );
      onDone();
    },
    error: refusedOrNoted(onDone),
  });
  const confirm = (note: string) => {
    const range = read();
    if (range === undefined) return;
    const body = { fromViews: range?.fromViews ?? 0, toViews: range?.toViews ?? null, note };
    uphold.mutate({ params: { id: clipId }, body });
  };
  return (
    <AskDialog
      title="Take views back"
      description={`For views that were bought. They are never paid; what was paid for them goes back to the listing, payouts that have not left are canceled, and what was paid out is owed by the clipper. ${formatCount(views)} views are counted.`}
      label="Note"
      missing="Enter what the decision rests on."
      hint="The clipper reads it and may appeal; it is recorded in the audit log."
      confirmText="Take views back"
      danger
      busy={uphold.isPending && 'Saving...'}
      onConfirm={confirm}
      onClose={onBack}
    >
      {fields}
    </AskDialog>
  );
}
