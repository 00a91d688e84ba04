import type { z } from 'zod';
import { actorKind } from '#contract/admin.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { MomentText } from '#web/ui/moment-text.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { given, useFilters } from '#web/ui/use-filters.ts';
import { FilterSelect } from './filter-select.tsx';
import { FilteredTable } from './filtered-table.tsx';

type Entry = z.infer<typeof adminRoutes.auditLog.reply>['rows'][number];

export const logColumns: Column<Entry>[] = [
  { header: 'What', phone: 'title', cell: (row) => <RowTitle>{row.action}</RowTitle> },
  {
    header: 'When',
    phone: 'next',
    cell: (row) => <MomentText at={row.occurredAt} />,
  },
  {
    header: 'Who',
    cell: (row) => <span className="block min-w-24 wrap-anywhere">{row.actor ?? row.actorKind}</span>,
  },
  {
    header: 'Subject',
    cell: (row) => (
      <>
        {row.subjectType}
        {row.subjectId ? (
          <span className="mono ml-1.5 text-muted" title={row.subjectId}>
            {row.subjectId.slice(-8)}
          </span>
        ) : null}
      </>
    ),
  },
  {
    header: 'Data',
    cell: (row) => (row.data === '{}' ? '-' : <code className="mono break-all text-muted">{row.data}</code>),
  },
];

/** The audit log: who did what, newest first. Nobody can change or delete a row of it. */
export function SystemLogs() {
  const { read, one, change } = useFilters();
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(read(name)) ? read(name) : '');
  const query = given({
    search: read('search'),
    actorKind: one('actorKind', actorKind.options),
    from: day('from'),
    to: day('to'),
  });
  const found = usePages(adminRoutes.auditLog, { query }, { placeholderData: (before) => before });
  return (
    <FilteredTable
      of={found}
      what="entries"
      caption="System logs, newest first"
      columns={logColumns}
      searchLabel="Search logs"
      csv={address(adminRoutes.auditLogCsv, { query })}
      csvWhat="system logs"
      filters={['search', 'actorKind', 'from', 'to']}
      empty="Whatever changes money, people or listings is written here."
    >
      <FilterSelect name="actorKind" label="Who" any="Everyone" values={actorKind.options} />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={name === 'from' ? 'From day' : 'To day'}
          className="h-9! w-38! max-md:flex-1"
          value={day(name)}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      ))}
    </FilteredTable>
  );
}
