import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { lazyPart, whenLoaded } from '#web/ui/lazy-part.tsx';
import type { PaletteProps } from './palette.tsx';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);

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
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  useEffect(() => {
    if (!keys) return;
    const press = (event: KeyboardEvent) => {
      // K follows: by then the palette is there, and loses no letter.
      if (event.key === 'Control' || event.key === 'Meta') Palette.load().catch(() => undefined);
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (open) setOpen(false);
      else whenLoaded(Palette, show);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return (
    <>
      {compact ? (
        <Button
          variant="quiet"
          size="sm"
          square
          aria-label="Search or go to"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => whenLoaded(Palette, show)}
        >
          <Search aria-hidden className="size-4.25" />
        </Button>
      ) : (
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => whenLoaded(Palette, show)}
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
          <Palette {...palette} open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
