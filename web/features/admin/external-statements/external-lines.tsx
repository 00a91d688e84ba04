import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import {
  type ExternalLine,
  type LineState,
  lineState,
  statementRail,
} from '#contract/external-statements/external-statements.ts';
import { formatUsdExact } from '#contract/money.ts';
import { useListed } from '#web/api/use-listed.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { railLabels } from '../suspense/suspense-labels.ts';
import { LineAmount } from './line-amount.tsx';
import { ExplainDialog, HoldDialog } from './settle-line-dialog.tsx';

type Action = { what: 'hold' | 'explain'; line: ExternalLine };

const STATES: Record<LineState, { says: string; tone: 'green' | 'red' | 'yellow' | 'grey' }> = {
  matched: { says: 'Matched', tone: 'green' },
  differs: { says: 'Amount differs', tone: 'red' },
  only_outside: { says: 'Not in our books', tone: 'red' },
  other_currency: { says: 'Other currency', tone: 'red' },
  internal: { says: 'Between own accounts', tone: 'grey' },
  explained: { says: 'Explained', tone: 'grey' },
};

const filters: ChoiceFilter[] = [
  {
    name: 'rail',
    label: 'Account',
    any: 'All accounts',
    options: optionsOf(statementRail.options, railLabels),
  },
  {
    name: 'state',
    label: 'Status',
    any: 'Open',
    options: lineState.options.map((value) => ({ value, label: STATES[value].says })),
  },
];

/** A table of statement lines: those that a person has to handle, or others. */
export function ExternalLines() {
  const listed = useListed(adminRoutes.externalLines, adminRoutes.externalLinesCsv, {
    search: 'Search lines',
    filters,
    usual: '-date',
  });
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  return (
    <>
      <FilteredTable
        {...listed}
        what="lines"
        caption="Lines of statements"
        columns={columns(setAction)}
        rowKey={(row) => row.id}
        nothing="Nothing open"
        empty="Lines that are missing from our books, or differ in amount, are listed here."
      />
      {action?.what === 'hold' ? <HoldDialog line={action.line} onClose={close} /> : null}
      {action?.what === 'explain' ? <ExplainDialog of="line" about={action.line} onClose={close} /> : null}
    </>
  );
}

const columns = (onAction: (action: Action) => void): Column<ExternalLine>[] => [
  {
    header: 'Line',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        below={[railLabels[row.rail], row.isFee ? `fee of ${row.category}` : row.category, row.counterparty]
          .filter(Boolean)
          .join(', ')}
      >
        {row.reference}
      </RowTitle>
    ),
  },
  {
    header: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: (row) => (
      <>
        <LineAmount signed micros={row.amountMicros} currency={row.currency} />
        {row.state === 'differs' && row.bookedMicros !== null ? (
          <span className="block text-muted text-sm">Booked {formatUsdExact(row.bookedMicros)}</span>
        ) : null}
      </>
    ),
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Badge tone={STATES[row.state].tone}>{STATES[row.state].says}</Badge>
        {row.state === 'matched' && row.bookedAs ? (
          <span className="text-muted text-sm">{row.bookedAs}</span>
        ) : null}
        {row.note ? (
          <span className="wrap-anywhere block w-full text-muted text-sm">
            {row.note.reason}
            {row.note.by ? ` (${row.note.by})` : ''}
          </span>
        ) : null}
      </span>
    ),
  },
  { header: 'Date', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.occurredAt} /> },
  {
    header: 'Action',
    align: 'right',
    cell: (row) =>
      ['differs', 'only_outside', 'other_currency'].includes(row.state) ? (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {row.canHold ? (
            <Button
              size="sm"
              aria-label={`Move to suspense: ${row.reference}`}
              onClick={() => onAction({ what: 'hold', line: row })}
            >
              To suspense
            </Button>
          ) : null}
          <Button
            size="sm"
            aria-label={`Explain ${row.isFee ? 'the fee of ' : ''}${row.reference}`}
            onClick={() => onAction({ what: 'explain', line: row })}
          >
            Explain
          </Button>
        </span>
      ) : null,
  },
];
