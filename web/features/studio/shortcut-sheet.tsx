import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { type ShortcutLine, shortcutGroups } from './shortcuts.ts';

/** Lists all shortcuts of the studio. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => open || onClose()}
      title="Keyboard shortcuts"
      description="They work while no field has the focus."
    >
      <div className="gap-6 sm:columns-2">
        {shortcutGroups.map(({ title, lines }) => (
          <section key={title} aria-label={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 font-semibold text-sm">{title}</h3>
            <dl className="flex flex-col gap-1.5 text-sm">
              {lines.map((line) => (
                <Line key={line.shown.join(' ')} {...line} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const Line = ({ shown, does }: ShortcutLine) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="order-last flex shrink-0 gap-1">
      {shown.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </dt>
    <dd className="text-muted">{does}</dd>
  </div>
);
