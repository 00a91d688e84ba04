import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { bookedRail, type MissingMovement } from '#contract/external-statements/external-statements.ts';
import { useListed } from '#web/api/use-listed.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { railLabels } from '../suspense/suspense-labels.ts';
import { ExplainDialog } from './settle-line-dialog.tsx';

const filters: ChoiceFilter[] = [
  {
    name: 'rail',
    label: 'Account',
    any: 'All accounts',
    options: optionsOf(bookedRail.options, railLabels),
  },
  { name: 'state', label: 'Status', any: 'Open', options: optionsOf(['explained']) },
];

/** A table of booked movements that the statements for their time don't contain. */
export function MissingMovements() {
  const listed = useListed(adminRoutes.missingMovements, adminRoutes.missingMovementsCsv, {
    search: 'Search movements',
    filters,
    usual: '-date',
  });
  const [explaining, setExplaining] = useState<MissingMovement | null>(null);
  return (
    <>
      <FilteredTable
        {...listed}
        what="movements"
        caption="Only in our books"
        columns={columns(setExplaining)}
        rowKey={(row) => row.id}
        nothing="Nothing is missing from the statements"
        empty="Movements in our books that no statement contains are listed here."
      />
      {explaining ? (
        <ExplainDialog of="movement" about={explaining} onClose={() => setExplaining(null)} />
      ) : null}
    </>
  );
}

const columns = (onExplain: (row: MissingMovement) => void): Column<MissingMovement>[] => [
  {
    header: 'Movement',
    phone: 'title',
    cell: (row) => <RowTitle below={<span className="mono">{row.reference}</span>}>{row.name}</RowTitle>,
  },
  { header: 'Account', cell: (row) => railLabels[row.rail] },
  moneyColumn('Amount', (row) => row.amountMicros, { exact: true, signed: true, bold: true }),
  { header: 'Date', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.occurredAt} /> },
  {
    header: 'Action',
    align: 'right',
    cell: (row) =>
      row.note ? (
        <span className="wrap-anywhere text-muted text-sm">{row.note.reason}</span>
      ) : (
        <Button size="sm" aria-label={`Explain ${row.name} ${row.reference}`} onClick={() => onExplain(row)}>
          Explain
        </Button>
      ),
  },
];
