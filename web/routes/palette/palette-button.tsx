import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import type { PaletteProps } from './palette.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const onApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette and shows its shortcut; the palette is loaded on first use. */
export function PaletteButton({
  compact,
  keys,
  ...palette
}: Omit<PaletteProps, 'open' | 'onOpenChange'> & {
  /** An icon only, for narrow bars. */
  compact?: boolean;
  /** Whether this one handles Ctrl K; only one of several on a page does. */
  keys?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setWanted(true);
  };
  useEffect(() => {
    if (!keys) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setWanted(true);
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [keys]);
  return (
    <>
      {compact ? (
        <Button
          variant="quiet"
          size="sm"
          square
          aria-label="Search or go to"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => change(true)}
        >
          <Search aria-hidden className="size-4.25" />
        </Button>
      ) : (
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => change(true)}
          className="flex h-8.5 w-full items-center gap-2.5 rounded-control border border-line bg-raised px-2.5 text-muted hover:border-line-strong hover:text-ink"
        >
          <Search aria-hidden className="size-4 shrink-0" />
          <span className="flex-1 text-left">Search or go to</span>
          <span aria-hidden="true">
            <Kbd>{onApple ? '⌘K' : 'Ctrl K'}</Kbd>
          </span>
        </button>
      )}
      {wanted ? (
        <Suspense fallback={null}>
          <Palette {...palette} open={open} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  );
}
