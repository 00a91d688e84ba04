import { userStatus } from '#contract/admin.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { OutlineBadge } from '#web/ui/badge.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { given, useFilters } from '#web/ui/use-filters.ts';
import { FilterSelect } from '../filter-select.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import type { AdminUser } from './user-actions.tsx';

const roles = ['host', 'clipper', 'admin'] as const;
const statuses = userStatus.options;

const columns: Column<AdminUser>[] = [
  {
    header: 'Name',
    phone: 'title',
    cell: (row) => <RowTitle to={paths.adminPerson(row.id)}>{row.name}</RowTitle>,
  },
  {
    header: 'Email',
    phone: 'next',
    cell: (row) => <span className="break-all text-muted">{row.email}</span>,
  },
  { header: 'Role', phone: 'amount', cell: (row) => <OutlineBadge>{roleLabel(row.role)}</OutlineBadge> },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={row.status} /> },
];

/** Everybody; what can be done with an account is on the person's page. */
export function Users() {
  const { read, one } = useFilters();
  const query = given({ search: read('search'), role: one('role', roles), status: one('status', statuses) });
  const found = usePages(adminRoutes.adminUsers, { query }, { placeholderData: (before) => before });
  return (
    <FilteredTable
      of={found}
      what="users"
      caption="Users"
      columns={columns}
      csv={address(adminRoutes.adminUsersCsv, { query })}
      filters={['search', 'role', 'status']}
      empty="People who sign up are listed here."
    >
      <FilterSelect name="role" label="Role" any="All roles" values={roles} />
      <FilterSelect name="status" label="Status" any="All Status" values={statuses} />
    </FilteredTable>
  );
}

export const roleLabel = (role: string | null): string =>
  role === null ? 'None yet' : role.charAt(0).toUpperCase() + role.slice(1);
