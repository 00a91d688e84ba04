import { useState } from 'react';
import type { AdminConnectionCode } from '#contract/connections.ts';
import { connectablePlatforms, platforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useListed } from '#web/api/use-listed.ts';
import { Button } from '#web/ui/forms/button.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import type { ChoiceFilter } from '#web/ui/lists/use-list.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { PersonLink } from '../person-link.tsx';

/** Maximum number of characters that the server accepts. */
const FOUND_MAX = 2_000;

const columnsOf = (onCheck: (row: AdminConnectionCode) => void): Column<AdminConnectionCode>[] => [
  {
    header: 'Account',
    phone: 'title',
    cell: (row) => (
      <a
        href={platforms[row.platform].accountUrl(row.handle)}
        target="_blank"
        rel="noopener noreferrer"
        className="link"
      >
        {platforms[row.platform].accountUrl(row.handle).replace('https://www.', '')}
        <span className="sr-only"> (new tab)</span>
      </a>
    ),
  },
  {
    header: 'Person',
    cell: (row) => (
      <PersonLink id={row.personId}>
        <span className="break-all">{row.email}</span>
      </PersonLink>
    ),
  },
  { header: 'Code', cell: (row) => <code className="mono">{row.code}</code> },
  { header: 'Expires', sort: { by: 'date', kind: 'date' }, cell: (row) => <MomentText at={row.expiresAt} /> },
  { header: 'Last checked', cell: (row) => (row.checkedAt ? <MomentText at={row.checkedAt} /> : '-') },
  {
    header: 'Action',
    align: 'right',
    cell: (row) => (
      <Button size="sm" aria-label={`Enter bio of @${row.handle}`} onClick={() => onCheck(row)}>
        Enter bio
      </Button>
    ),
  },
];

const platformFilter: ChoiceFilter = {
  name: 'platform',
  label: 'Platform',
  any: 'All platforms',
  options: connectablePlatforms.map((value) => ({ value, label: platforms[value].name })),
};

/** A table of the codes that people put into their bios, for platforms without API keys on this server. */
export function ConnectionCodes() {
  const listed = useListed(routes.adminConnectionCodes, routes.adminConnectionCodesCsv, {
    search: 'Search codes',
    filters: [platformFilter],
    usual: 'date',
  });
  const [checking, setChecking] = useState<AdminConnectionCode | null>(null);
  return (
    <>
      <FilteredTable
        {...listed}
        what="codes"
        caption="Codes in bios"
        columns={columnsOf(setChecking)}
        rowKey={(row) => row.id}
        nothing="No codes to check"
        empty="Where a platform has no keys here, people prove their accounts by a code in the bio."
      />
      {checking ? <CodeDialog row={checking} onClose={() => setChecking(null)} /> : null}
    </>
  );
}

function CodeDialog({ row, onClose }: { row: AdminConnectionCode; onClose: () => void }) {
  const check = useAction(routes.checkConnectionCode, {
    success: ({ connected }) => {
      if (connected) toast.success('Account connected', `The code of @${row.handle} was in the text.`);
      else toast.error('Code not found', 'It is not in the text. The person sees what you entered.');
      onClose();
    },
    error: (error) => toast.error(error.title, error.message, { id: 'form' }),
  });
  return (
    <AskDialog
      title={`What does @${row.handle} show?`}
      description="Open the account and paste its bio or description word for word. The server checks it for the code."
      label="Bio or description"
      missing="Paste what you found."
      hint="The person sees it, and it is recorded in the audit log."
      maxLength={FOUND_MAX}
      confirmText="Check for the code"
      busy={check.isPending && 'Checking...'}
      onConfirm={(text) => check.mutate({ params: { id: row.id }, body: { text } })}
      onClose={onClose}
    />
  );
}
