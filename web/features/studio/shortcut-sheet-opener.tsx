import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart, whenLoaded } from '#web/ui/pages/lazy-part.tsx';

const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** Returns the sheet of shortcuts, which is null while it is closed, and a function that opens it. */
export function useShortcutSheet(): { show(): void; sheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    show: () => whenLoaded(ShortcutSheet, () => setOpen(true)),
    sheet: isOpen ? (
      <Suspense>
        <ShortcutSheet onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
