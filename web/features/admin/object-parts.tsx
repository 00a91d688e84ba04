import type { ReactNode } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { Table, type TableProps } from '#web/ui/lists/table.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { clipsOfOne, submissionColumns } from './submissions/submissions.tsx';
import { logColumns } from './system-logs.tsx';

interface PartProps<Row> extends Pick<TableProps<Row>, 'columns' | 'rowKey'> {
  title: string;
  rows: readonly Row[];
  /** A link to the whole list, beside the title. */
  action?: ReactNode;
}

/** A titled table with some rows on an object's page. Renders nothing if there are none. */
export function Part<Row>({ title, rows, action, ...table }: PartProps<Row>) {
  return rows.length === 0 ? null : (
    <Panel title={title} flush action={action}>
      <Table caption={title} rows={rows} {...table} />
    </Panel>
  );
}

/** A table of the clips of a person or a listing. Each links to its page. */
export function ClipsOf(of: { clipper: string } | { listing: string }) {
  const found = usePages(adminRoutes.adminSubmissions, { query: of });
  return (
    <TablePanel
      title="Clips"
      csv={address(adminRoutes.adminSubmissionsCsv, { query: of })}
      of={found}
      what="clips"
      caption="Clips, newest first"
      columns={'clipper' in of ? clipsOfOne : submissionColumns}
      rowKey={(row) => row.id}
      empty={<EmptyState title="No clips">Submitted clips are listed here.</EmptyState>}
    />
  );
}

/** Shows the entries of the audit log about an object. For a person these include their own actions. */
export function AuditOf({ id }: { id: string }) {
  const found = usePages(adminRoutes.auditLog, { query: { search: id } });
  return (
    <TablePanel
      title="Audit log"
      csv={address(adminRoutes.auditLogCsv, { query: { search: id } })}
      of={found}
      what="entries"
      caption="Audit log, newest first"
      columns={logColumns}
      rowKey={(row) => row.id}
      empty={<EmptyState title="No entries">Everything done about it is recorded here.</EmptyState>}
    />
  );
}
