import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { actorKind } from '#contract/admin/admin.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { type Filter, optionsOf } from '#web/ui/lists/use-list.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { FilteredTable } from './filtered-table.tsx';
import { logData } from './log-data.ts';
import { PersonLink } from './person-link.tsx';

type Entry = z.infer<typeof adminRoutes.auditLog.reply>['rows'][number];

/**
 * Keeps a cell on one line, because cells with long data would otherwise break the other cells into several
 * lines.
 */
const inLine = (part: ReactNode) => <span className="@4xl:whitespace-nowrap">{part}</span>;

export const logColumns: Column<Entry>[] = [
  { header: 'What', phone: 'title', cell: (row) => <RowTitle>{inLine(row.action)}</RowTitle> },
  {
    header: 'When',
    sort: { by: 'date', kind: 'date' },
    phone: 'next',
    cell: (row) =>
      inLine(
        <>
          <span className="@4xl:hidden group-data-open/row:hidden">
            <Who row={row} />
            {', '}
          </span>
          <MomentText at={row.occurredAt} />
        </>,
      ),
  },
  {
    header: 'Who',
    cell: (row) => (
      <span className="block min-w-24 wrap-anywhere">
        <Who row={row} />
      </span>
    ),
  },
  {
    header: 'Subject',
    cell: (row) =>
      inLine(
        <>
          {row.subjectType}
          {row.subjectId ? <Subject type={row.subjectType} id={row.subjectId} /> : null}
        </>,
      ),
  },
  {
    header: 'Data',
    cell: (row) =>
      row.data === '{}' ? '-' : <span className="wrap-anywhere text-muted">{logData(row.data)}</span>,
  },
];

function Who({ row: { actorId, actor, actorKind } }: { row: Entry }) {
  const name = actor ?? actorKind;
  return actorId ? <PersonLink id={actorId}>{name}</PersonLink> : name;
}

/** For each kind of subject, a function that returns the path of the subject's page. */
const pages: Record<string, (id: string) => string> = {
  user: paths.adminPerson,
  listing: paths.adminListing,
  submission: (id) => paths.clip(id),
  payout: paths.adminPayout,
  cohort: paths.adminCohort,
  deposit: paths.adminDeposit,
  suspense_item: paths.adminSuspenseItem,
};

function Subject({ type, id }: { type: string; id: string }) {
  const page = pages[type];
  const end = id.slice(-8);
  return page ? (
    <Link
      to={page(id)}
      title={id}
      aria-label={`Open the ${type.replaceAll('_', ' ')} ${end}`}
      className="link mono ml-1.5"
    >
      {end}
    </Link>
  ) : (
    <span className="mono ml-1.5 text-muted" title={id}>
      {end}
    </span>
  );
}

const filters: Filter[] = [
  { name: 'actorKind', label: 'Who', any: 'Everyone', options: optionsOf(actorKind.options) },
  { name: 'from', label: 'From day', day: true },
  { name: 'to', label: 'To day', day: true },
];

/** The audit log: who did what, newest first. Nobody can change or delete a row. */
export function SystemLogs() {
  const listed = useListed(adminRoutes.auditLog, adminRoutes.auditLogCsv, {
    search: 'Search logs',
    filters,
    usual: '-date',
  });
  return (
    <FilteredTable
      {...listed}
      what="entries"
      caption="System logs"
      columns={logColumns}
      rowKey={(row) => row.id}
      csvWhat="system logs"
      empty="Every change of money, people or listings is recorded here."
    />
  );
}
