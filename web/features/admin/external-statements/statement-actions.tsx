import { adminRoutes } from '#contract/admin-routes.ts';
import type { Imported, RailSummary, StatementRail } from '#contract/external-statements.ts';
import { STATEMENT_MAX_BYTES } from '#contract/limits.ts';
import { statementText } from '#contract/statement-text.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/count.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { railLabels } from '../suspense/suspense-labels.ts';

/** Imports a file, or fetches the report where there is one to fetch. */
export function StatementActions({ of: { rail, canFetch } }: { of: RailSummary }) {
  if (rail === 'manual') return '-';
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {canFetch ? <FetchButton rail={rail} /> : null}
      <ImportButton rail={rail} />
    </span>
  );
}

/** The outcome of an import takes the place of the one before. */
const outcome = { id: 'form' };

const showError = (title: string, message: string): void => toast.error(title, message, outcome);

const onError = (error: ApiError): void => showError(error.title, error.message);

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
  const importFile = useAction(adminRoutes.importStatement, { success: done, error: onError });
  const choose = async (file: File) => {
    if (file.size > STATEMENT_MAX_BYTES) {
      showError('Statement not imported', 'The file is larger than 8 MB. Split it by days.');
      return;
    }
    const text = statementText(new Uint8Array(await file.arrayBuffer()));
    if (text.trim() === '') showError('Statement not imported', 'The file is empty.');
    else importFile.mutate({ body: { rail, fileName: file.name.slice(0, 200), text } });
  };
  return (
    <FileButton
      size="sm"
      aria-label={`Import a file of ${railLabels[rail]}`}
      busy={importFile.isPending && 'Importing...'}
      accept={rail === 'bank' ? '.csv,.xml,.txt' : '.csv,.txt'}
      onFile={(file) => void choose(file)}
    >
      Import file
    </FileButton>
  );
}
