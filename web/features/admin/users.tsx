import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { pagedQuery } from '#web/api/query.ts';
import { OutlineBadge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { tableState } from './table-state.tsx';

type User = z.infer<typeof routes.adminUsers.reply>['rows'][number];

export function Users() {
  const found = useInfiniteQuery(pagedQuery(routes.adminUsers, { query: {} }));
  const [banning, setBanning] = useState<User | null>(null);
  const columns: Column<User>[] = [
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
      cell: (row) =>
        row.role === 'admin' || row.status === 'Banned' ? null : (
          <Button
            size="sm"
            variant="danger"
            aria-label={`Ban User ${row.name}`}
            onClick={() => setBanning(row)}
          >
            Ban User
          </Button>
        ),
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
      {banning ? <BanDialog user={banning} onClose={() => setBanning(null)} /> : null}
    </>
  );
}

const roleWord = (role: string | null): string =>
  role === null ? 'None yet' : role.charAt(0).toUpperCase() + role.slice(1);

function BanDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const ban = useAction(routes.banUser, {
    success: () => {
      toast.success('User Banned', `${user.name} was signed out everywhere.`);
      onClose();
    },
    error: (error) => toast.error(error.title, error.message),
  });
  return (
    <AskDialog
      title={`Ban ${user.name}`}
      description={
        user.role === 'host'
          ? 'Sessions end and listings pause. Approved clips keep what they earned.'
          : 'Sessions end and withdrawals freeze until the money was reviewed.'
      }
      label="Reason"
      missing="Enter the reason for the ban."
      hint="It stands in the audit log."
      maxLength={NOTE_MAX}
      confirmText="Ban User"
      danger
      busy={ban.isPending && 'Banning...'}
      onConfirm={(reason) => ban.mutate({ params: { id: user.id }, body: { reason } })}
      onClose={onClose}
    />
  );
}
