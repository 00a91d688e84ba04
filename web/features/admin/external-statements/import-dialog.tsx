import { type FormEvent, useId } from 'react';
import type { Imported, StatementRail } from '#contract/external-statements/external-statements.ts';
import { STATEMENT_BANK_MAX } from '#contract/limits.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Loading, SkeletonRows } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { railLabels } from '../suspense/suspense-labels.ts';
import { ImportAnswers } from './import-answers.tsx';
import { ImportPreview } from './import-preview.tsx';
import { LayoutNote } from './layout-note.tsx';
import { type StatementImport, useImport } from './use-import.ts';

interface Props {
  rail: StatementRail;
  onImported: (reply: Imported) => void;
  onClose: () => void;
}

/** Imports a statement in four steps: choose a file, check how it was read, answer open questions, import. */
export function ImportDialog({ rail, onImported, onClose }: Props) {
  const id = useId();
  const file = useImport(rail, (reply) => {
    onImported(reply);
    onClose();
  });
  const { shown, fault, reading } = file;
  const understood = shown?.preview.understood ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    file.save();
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !file.importing && onClose()}
      title={rail === 'bank' ? 'Import a bank statement' : `Import a statement of ${railLabels[rail]}`}
      description={shown?.read.name ?? whatFits(rail)}
      actions={
        <>
          {fault ? (
            <Note tone="error" alert title={fault.title} className="w-full">
              {fault.message}
            </Note>
          ) : null}
          <FileButton
            busy={reading !== null && 'Reading...'}
            accept={rail === 'bank' ? '.csv,.xml,.txt' : '.csv,.txt'}
            onFile={(chosen) => void file.choose(chosen)}
          >
            {shown ? 'Choose another file' : 'Choose file'}
          </FileButton>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={file.importing && 'Importing...'}
            disabled={!understood || file.isChanged || reading !== null}
          >
            {understood ? `Import ${entries(understood.lines)}` : 'Import'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {reading !== null && !shown ? (
          <Loading label={`Reading ${reading}`}>
            <SkeletonRows rows={3} />
          </Loading>
        ) : null}
        {shown ? (
          <>
            <LayoutNote file={file} />
            <ImportAnswers key={file.turn} rail={rail} file={file} preview={shown.preview} />
            {understood ? <ImportPreview of={understood} /> : null}
            {understood && shown.read.answers.mapping ? <RememberField file={file} /> : null}
          </>
        ) : null}
      </form>
    </Dialog>
  );
}

const RememberField = ({ file: { bank, setBank } }: { file: StatementImport }) => (
  <Field
    label="Remember for"
    hint="The bank’s name. Its next file with these column names is read this way. Leave empty to use it once."
  >
    <TextInput
      value={bank}
      maxLength={STATEMENT_BANK_MAX}
      onChange={(event) => setBank(event.target.value)}
    />
  </Field>
);

const whatFits = (rail: StatementRail): string =>
  rail === 'bank'
    ? 'CSV or camt.053 (XML), up to 8 MB. You see a preview before anything is imported.'
    : 'CSV, up to 8 MB. You see a preview before anything is imported.';

const entries = (count: number): string => `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;
