import { UNDO_SECONDS } from '#contract/limits.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';

const keys = [
  ['A', 'Approve the clip in view'],
  ['R', 'Reject it, with a reason'],
  ['1-7', 'Reject it, with this reason'],
  ['X', 'Mark it, to decide it together with others'],
  ['J', 'Next clip'],
  ['K', 'Previous clip'],
  ['P', 'Play the clip, or close its player'],
  ['O', 'Open the post in a new tab'],
  ['Z', `Take back the last decision, within ${UNDO_SECONDS} seconds`],
  ['?', 'This list'],
] as const;

export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
