import type { Receipt } from '#contract/earnings/receipts.ts';
import { Table } from '#web/ui/lists/table.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';

type Stretches = NonNullable<Receipt['byFigures']>['stretches'];

/** Shows the platform's daily figures, from which the number of paid views is computed. */
export const Figures = ({ stretches }: { stretches: Stretches }) => (
  <Panel
    title="Views paid for, by day"
    flush
    action={<span className="text-muted text-sm">Laid over the count from the first view on</span>}
  >
    {stretches.length === 0 ? (
      <EmptyState title="No figures yet">
        The platform sends a day’s figures two to three days later.
      </EmptyState>
    ) : (
      <Table
        caption="Views paid for, by day"
        rows={stretches}
        rowKey={(row) => String(row.viewsFrom)}
        columns={[
          { header: 'Until', phone: 'title', cell: (row) => <MomentText at={row.toAt} full /> },
          { header: 'Up to view', align: 'right', cell: (row) => formatCount(row.viewsTo) },
          { header: 'Views', align: 'right', cell: (row) => formatCount(row.viewsTo - row.viewsFrom) },
          {
            header: 'Paid for',
            align: 'right',
            phone: 'amount',
            cell: (row) => <b className="font-semibold">{formatCount(row.countingViews)}</b>,
          },
        ]}
      />
    )}
  </Panel>
);
