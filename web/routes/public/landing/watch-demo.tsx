import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { lazyPart, whenLoaded } from '#web/ui/pages/lazy-part.tsx';
import { paths } from '../../paths.ts';

const DemoPlayer = lazyPart(
  async () => (await import('#web/features/marketing/demo/demo-player.tsx')).DemoPlayer,
);

/** Opens the demo. Without scripts it links to the page that explains the same steps. */
export function WatchDemo() {
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  if (!hydrated) {
    return (
      <a href={paths.howItWorks()} className={buttonStyle({ size: 'lg' })}>
        <Play aria-hidden />
        Watch Demo
      </a>
    );
  }
  return (
    <>
      <Button size="lg" onClick={() => whenLoaded(DemoPlayer, () => setOpen(true))}>
        <Play aria-hidden />
        Watch Demo
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <DemoPlayer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
