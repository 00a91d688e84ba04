import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type {
  Imported,
  RailSummary,
  StatementRail,
} from '#contract/external-statements/external-statements.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { railLabels } from '../suspense/suspense-labels.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Buttons that import a file, or fetch the report if the provider has one. */
export function StatementActions({ of: { rail, canFetch } }: { of: RailSummary }) {
  if (rail === 'manual') return '-';
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {canFetch ? <FetchButton rail={rail} /> : null}
      <ImportButton rail={rail} />
    </span>
  );
}

/** The id of the toast, so that the result of an import replaces the previous result. */
const outcome = { id: 'form' };

const onError = (error: ApiError): void => toast.error(error.title, error.message, outcome);

const done = ({ lines, newLines, unmatched }: Imported): void => {
  const open =
    unmatched === 0
      ? 'Everything matches.'
      : `${formatCount(unmatched)} in all ${unmatched === 1 ? 'does' : 'do'} not match yet.`;
  toast.success(
    'Statement imported',
    `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}, ${formatCount(newLines)} of them new. ${open}`,
    outcome,
  );
};

function FetchButton({ rail }: { rail: StatementRail }) {
  const fetchReport = useAction(adminRoutes.fetchStatement, { success: done, error: onError });
  return (
    <Button
      size="sm"
      aria-label={`Fetch the report of ${railLabels[rail]}`}
      busy={fetchReport.isPending && 'Fetching...'}
      onClick={() => fetchReport.mutate({ body: { rail } })}
    >
      Fetch report
    </Button>
  );
}

function ImportButton({ rail }: { rail: StatementRail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={`Import file of ${railLabels[rail]}`} onClick={() => setOpen(true)}>
        Import file
      </Button>
      {isOpen ? <ImportDialog rail={rail} onImported={done} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
