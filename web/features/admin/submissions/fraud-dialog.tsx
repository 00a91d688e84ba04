import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { ActDialog } from '../act-dialog.tsx';
import { useViewRange } from './view-range.tsx';

interface FraudDialogProps {
  clipId: string;
  /** The chosen consequence, such as "Release $4.68 to @x". */
  title: string;
  /** The clip's counted views. */
  views: number;
  onClose: () => void;
}

/** Marks all views of an approved clip as bought, or a range of them, even if they were released or paid. */
export function FraudDialog({ clipId, title, views, onClose }: FraudDialogProps) {
  const { fields, read } = useViewRange('Leave both empty for all views; counting then stops');
  return (
    <ActDialog
      route={adminRoutes.upholdFraud}
      title={title}
      description={`For views that were bought. They are never paid. What was paid for them goes back to the listing, unsent payouts are canceled, and the clipper owes what was paid out. ${formatCount(views)} views are counted.`}
      label="Note"
      missing="Enter the reason for your decision."
      hint="The clipper reads it and may appeal; it is recorded in the audit log."
      confirmText="Claw back views"
      danger
      input={(note) => {
        const range = read();
        if (range === undefined) return undefined;
        const body = { fromViews: range?.fromViews ?? 0, toViews: range?.toViews ?? null, note };
        return { params: { id: clipId }, body };
      }}
      done={({ takenBackMicros, owedMicros, canceledMicros }) => {
        const canceled =
          canceledMicros > 0n ? ` Payouts called back: ${formatUsdExact(canceledMicros)}.` : '';
        const debt = owedMicros > 0n ? ` The clipper owes ${formatUsdExact(owedMicros)} of it.` : '';
        const all = formatUsdExact(micros(takenBackMicros + owedMicros));
        return ['Views clawed back', `${all} went back to the listing.${canceled}${debt}`];
      }}
      onClose={onClose}
    >
      {fields}
    </ActDialog>
  );
}
