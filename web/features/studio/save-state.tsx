import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import type { useAutosave } from './use-autosave.ts';

type Saving = ReturnType<typeof useAutosave>;

/** Whether what is on the screen is kept. */
export function SaveMark({ saving: { state, retry } }: { saving: Saving }) {
  if (state.kind === 'failed') {
    return (
      <Button size="sm" title={state.message} onClick={retry}>
        Not saved. Try again
      </Button>
    );
  }
  const text = { saved: 'Saved', saving: 'Saving...', changed: 'Not saved' }[state.kind];
  return (
    <span role="status" className="text-muted text-sm max-md:hidden">
      {text}
    </span>
  );
}

/** Another tab saved meanwhile: the person chooses which version stays. */
export function SaveConflict({ saving: { state, keepMine, loadTheirs } }: { saving: Saving }) {
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
          <Button size="sm" onClick={() => void keepMine()}>
            Keep mine
          </Button>
        </span>
      }
    >
      Nothing is saved until you choose which one stays.
    </Note>
  );
}
