import { useInfiniteQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { pagedQuery } from '#web/api/query.ts';
import { fullMoment } from '#web/ui/dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { tableState } from './table-state.tsx';

type Entry = z.infer<typeof routes.auditLog.reply>['rows'][number];

const columns: Column<Entry>[] = [
  {
    key: 'action',
    header: 'What',
    lead: true,
    cell: (row) => <b className="font-semibold">{row.action}</b>,
  },
  {
    key: 'when',
    header: 'When',
    cell: (row) => (
      <time dateTime={row.occurredAt.toISOString()} className="whitespace-nowrap text-sm">
        {fullMoment(row.occurredAt)}
      </time>
    ),
  },
  { key: 'who', header: 'Who', cell: (row) => row.actor ?? row.actorKind },
  {
    key: 'subject',
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
    key: 'data',
    header: 'Data',
    cell: (row) => (row.data === '{}' ? '-' : <code className="mono break-all text-muted">{row.data}</code>),
  },
];

/** The audit log: who did what, newest first. Nobody can change or delete a row of it. */
export function SystemLogs() {
  const found = useInfiniteQuery(pagedQuery(routes.auditLog, { query: {} }));
  return (
    <Table
      caption="System logs, newest first"
      columns={columns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title="Nothing logged">
          Whatever changes money, people or listings is written here.
        </EmptyState>
      }
      {...tableState(found, 'entries')}
    />
  );
}
