import { routes } from '#contract/routes.ts';
import type { TakedownRequest } from '#contract/support/takedowns.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { rowsOf } from '#web/ui/lists/query-list.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { NotedBulk } from '../bulk-acts.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { useSelection } from '../selection.tsx';
import { useOpened } from '../use-opened.ts';
import { AnswerDue } from './answer-due.tsx';
import { TakedownDialog } from './takedown-dialog.tsx';

/** Takedown requests and their outcomes. */
export function Takedowns() {
  const { one, change } = useFilters();
  const state = one('state', ['open', 'handled']) ?? 'open';
  const listed = useListed(
    routes.adminTakedowns,
    routes.adminTakedownsCsv,
    {
      search: 'Search takedown requests',
      usual: state === 'open' ? 'date' : '-date',
    },
    { state },
  );
  const selection = useSelection(rowsOf(listed.of) ?? [], {
    nameOf: (row) => `request of ${row.name}`,
    mayChoose: (row) => !row.handled,
  });
  const { opened, open, close } = useOpened(rowsOf(listed.of));
  return (
    <>
      <NotedBulk kind="takedown" selection={selection} />
      <FilteredTable
        {...listed}
        what="takedown requests"
        caption="Takedown requests"
        columns={[...(state === 'open' ? [selection.column] : []), ...columns(open)]}
        rowKey={(row) => row.id}
        nothing={`No ${state} takedown requests`}
        empty={
          state === 'open'
            ? 'Requests sent through the takedown form are listed here, the oldest first.'
            : 'Each request stays here with its outcome.'
        }
      >
        <Segmented
          label="Status"
          value={state}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'handled', label: 'Handled' },
          ]}
          onChange={(next) => change({ state: next === 'open' ? '' : next })}
        />
      </FilteredTable>
      {opened ? <TakedownDialog request={opened} onClose={close} /> : null}
    </>
  );
}

const columns = (onOpen: (row: TakedownRequest) => void): Column<TakedownRequest>[] => [
  {
    header: 'From',
    phone: 'title',
    cell: (row) => (
      <RowTitle {...(row.personId && { to: paths.adminPerson(row.personId) })} below={row.email}>
        {row.onBehalfOf ?? row.name}
      </RowTitle>
    ),
  },
  {
    header: 'Clip or source',
    cell: (row) => <span className="line-clamp-2 break-all text-sm">{row.url}</span>,
  },
  { header: 'Sent', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.sentAt} /> },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <span className="inline-flex flex-col items-start gap-1 @max-4xl:items-end">
        <Badge tone={row.handled ? 'green' : 'yellow'}>{row.handled ? 'Handled' : 'Open'}</Badge>
        {row.handled ? null : <AnswerDue sentAt={row.sentAt} />}
      </span>
    ),
  },
  {
    header: 'Action',
    align: 'right',
    cell: (row) => (
      <Button size="sm" aria-label={`Open the request of ${row.name}`} onClick={() => onOpen(row)}>
        Open
      </Button>
    ),
  },
];
