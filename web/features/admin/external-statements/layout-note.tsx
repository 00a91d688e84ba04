import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import type { StatementImport } from './use-import.ts';

/** Tells that a file was read with a mapping of its columns that an admin stored earlier. */
export function LayoutNote({ file }: { file: StatementImport }) {
  const layout = file.shown?.preview.layout;
  if (!layout) return null;
  return (
    <Note
      title={`Read as saved for ${layout.bank}.`}
      action={
        <Button
          size="sm"
          busy={file.forgetting && 'Forgetting...'}
          aria-label={`Forget the columns of ${layout.bank}`}
          onClick={() => file.forget(layout.id)}
        >
          Forget
        </Button>
      }
    >
      Saved on <DateText at={layout.savedAt} />. If the file is from another bank, change the columns.
    </Note>
  );
}
