import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { pagedQuery } from '#web/api/query.ts';
import { OutlineBadge, StatusBadge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { tableState } from './table-state.tsx';
import { type AdminUser, type UserAct, UserActions, UserDialog } from './user-actions.tsx';

interface Acting {
  user: AdminUser;
  act: UserAct;
}

export function Users() {
  const found = useInfiniteQuery(pagedQuery(routes.adminUsers, { query: {} }));
  const [acting, setActing] = useState<Acting | null>(null);
  const columns: Column<AdminUser>[] = [
    { key: 'name', header: 'Name', cell: (row) => <b className="font-semibold">{row.name}</b>, lead: true },
    {
      key: 'email',
      header: 'Email',
      cell: (row) => <span className="break-all text-muted">{row.email}</span>,
    },
    { key: 'role', header: 'Role', cell: (row) => <OutlineBadge>{roleWord(row.role)}</OutlineBadge> },
    { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
    {
      key: 'action',
      header: 'Action',
      align: 'right',
      cell: (row) => <UserActions user={row} onAct={(act) => setActing({ user: row, act })} />,
    },
  ];
  return (
    <>
      <Table
        caption="Users"
        columns={columns}
        rowKey={(row) => row.id}
        empty={<EmptyState title="No users">Whoever signs up stands here.</EmptyState>}
        {...tableState(found, 'users')}
      />
      {acting ? <UserDialog {...acting} onClose={() => setActing(null)} /> : null}
    </>
  );
}

const roleWord = (role: string | null): string =>
  role === null ? 'None yet' : role.charAt(0).toUpperCase() + role.slice(1);
