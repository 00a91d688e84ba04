import { Button } from '#web/ui/forms/button.tsx';

/** Shows the chosen file that will be sent with the clip, with a button to remove it. */
export const ChosenFile = ({ file, onRemove }: { file: File; onRemove: () => void }) => (
  <div className="flex flex-wrap items-center gap-2.5">
    <p role="status" className="wrap-anywhere min-w-0 text-sm">
      {file.name} is sent with your clip.
    </p>
    <Button size="sm" variant="quiet" aria-label={`Remove ${file.name}`} onClick={onRemove}>
      Remove
    </Button>
  </div>
);
