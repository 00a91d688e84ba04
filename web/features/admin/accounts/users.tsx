import { userStatus } from '#contract/admin/admin.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { useListed } from '#web/api/use-listed.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { OutlineBadge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { ownName, personName } from './person-name.ts';
import type { AdminUser } from './user-dialog.tsx';

const FullName = ({ user }: { user: AdminUser }) => (
  <bdi className="truncate text-muted text-sm">{ownName(user)}</bdi>
);

const filters: ChoiceFilter[] = [
  { name: 'role', label: 'Role', any: 'All roles', options: optionsOf(['host', 'clipper', 'admin']) },
  { name: 'status', label: 'Status', any: 'All Status', options: optionsOf(userStatus.options) },
];

const columns: Column<AdminUser>[] = [
  {
    header: 'Name',
    phone: 'title',
    sort: { by: 'name', kind: 'text' },
    cell: (row) => (
      <RowTitle to={paths.adminPerson(row.id)} {...(ownName(row) && { second: <FullName user={row} /> })}>
        {personName(row)}
      </RowTitle>
    ),
  },
  {
    header: 'Email',
    phone: 'next',
    cell: (row) => <span className="break-all text-muted">{row.email}</span>,
  },
  { header: 'Role', phone: 'amount', cell: (row) => <OutlineBadge>{roleLabel(row.role)}</OutlineBadge> },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  { header: 'Signed up', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.createdAt} /> },
];

/** A table of all users. The actions on an account are on the person's page. */
export function Users() {
  const listed = useListed(adminRoutes.adminUsers, adminRoutes.adminUsersCsv, {
    search: 'Search users',
    filters,
    usual: '-date',
  });
  return (
    <FilteredTable
      {...listed}
      what="users"
      caption="Users"
      columns={columns}
      rowKey={(row) => row.id}
      empty="People who sign up are listed here."
    />
  );
}

export const roleLabel = (role: string | null): string =>
  role === null ? 'None yet' : role.charAt(0).toUpperCase() + role.slice(1);
