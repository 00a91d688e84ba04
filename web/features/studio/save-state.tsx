import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import type { useAutosave } from './use-autosave.ts';

type Saving = ReturnType<typeof useAutosave>;

const texts = {
  saved: 'Saved',
  waiting: 'Saving...',
  saving: 'Saving...',
  failed: 'Not saved',
  changed: 'Not saved',
} as const;

/** Shows whether the current project is saved. */
export const SaveMark = ({ saving: { state } }: { saving: Saving }) => (
  <span role="status" className="text-muted text-sm max-md:hidden">
    {texts[state.kind]}
  </span>
);

/** Shows why the project is not saved, and what the clipper can do. */
export function SaveTrouble({ saving: { state, retry, keepMine, loadTheirs } }: { saving: Saving }) {
  if (state.kind === 'failed') {
    return (
      <Note
        tone="error"
        alert
        title="Your latest changes are not saved."
        action={
          <Button size="sm" onClick={retry}>
            Save now
          </Button>
        }
      >
        {state.message} Keep this tab open{state.again ? '; it is tried again every few seconds.' : '.'}
      </Note>
    );
  }
  if (state.kind !== 'changed') return null;
  return (
    <Note
      tone="warning"
      alert
      title="This project was changed in another tab or on another device."
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={loadTheirs}>
            Load that version
          </Button>
          <Button size="sm" onClick={keepMine}>
            Keep mine
          </Button>
        </span>
      }
    >
      {state.message ?? 'Nothing is saved until you choose which one stays.'}
    </Note>
  );
}
