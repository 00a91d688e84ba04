import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#web/api/when-idle.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { fetchEarly, lazyPart, whenLoaded } from '#web/ui/pages/lazy-part.tsx';
import type { PaletteProps } from './palette.tsx';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);

const onApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette and shows its shortcut. The palette's code is loaded on first use. */
export function PaletteButton({
  compact,
  keys,
  ...palette
}: Omit<PaletteProps, 'onClose'> & {
  /** True for an icon without text, for narrow bars. */
  compact?: boolean;
  /** True if this button handles Ctrl K. If a page has several of these buttons, only one may. */
  keys?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const show = () => whenLoaded(Palette, () => setOpen(true));
  // The palette is loaded early, so that letters typed right after Ctrl K reach its field.
  useEffect(() => (keys ? whenIdle(() => fetchEarly(Palette)) : undefined), [keys]);
  useEffect(() => {
    if (!keys) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (open) setOpen(false);
      // The palette is not opened over another dialog, which hides the page.
      else if (!document.querySelector('#root[aria-hidden]')) show();
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
          onClick={show}
        >
          <Search aria-hidden className="size-4.25" />
        </Button>
      ) : (
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={show}
          className="flex h-8.5 w-full items-center gap-2.5 rounded-control border border-line bg-raised px-2.5 text-muted hover:border-line-strong hover:text-ink"
        >
          <Search aria-hidden className="size-4 shrink-0" />
          <span className="flex-1 text-left">Search or go to</span>
          <span aria-hidden="true">
            <Kbd>{onApple ? '⌘K' : 'Ctrl K'}</Kbd>
          </span>
        </button>
      )}
      {open ? (
        <Suspense>
          <Palette {...palette} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
