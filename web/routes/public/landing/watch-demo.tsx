import { Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAlive } from '#web/ui/alive.ts';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { paths } from '../../paths.ts';

const DemoPlayer = lazy(async () => ({
  default: (await import('#web/features/marketing/demo/demo-player.tsx')).DemoPlayer,
}));

/** Opens the demo; without scripts the same way is told on its own page. */
export function WatchDemo() {
  const alive = useAlive();
  const [open, setOpen] = useState(false);
  if (!alive) {
    return (
      <a href={paths.howItWorks()} className={buttonStyle({ size: 'lg' })}>
        <Play aria-hidden />
        Watch Demo
      </a>
    );
  }
  return (
    <>
      <Button size="lg" onClick={() => setOpen(true)}>
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
