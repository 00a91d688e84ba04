import { FlaskConical } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart, whenLoaded } from '#web/ui/pages/lazy-part.tsx';

interface Whose {
  whose: 'host' | 'clipper';
}

export const demoText = 'Simulated platform data. No real money moves.';

/** Tells that the platforms' data is simulated. With `whose` it also offers the demo tools. */
export function DemoNote({ whose }: Partial<Whose>) {
  return (
    <div className="mb-2.5 flex items-center gap-2 rounded-control border border-line-strong border-dashed px-2.5 py-1.75 text-muted text-xs leading-[1.3]">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <p>
        {demoText} {whose ? <DemoButton whose={whose} /> : null}
      </p>
    </div>
  );
}

/** The demo note for phones, shown above the page. */
export const DemoStrip = ({ whose }: Whose) => (
  <p className="border-line border-t px-4 py-1 text-center text-2xs text-muted">
    {demoText} <DemoButton whose={whose} />
  </p>
);

const DemoTools = lazyPart(async () => (await import('./demo-tools.tsx')).DemoTools);

function DemoButton({ whose }: Whose) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="whitespace-nowrap font-semibold text-ink underline"
        aria-haspopup="dialog"
        onClick={() => whenLoaded(DemoTools, () => setOpen(true))}
      >
        Demo tools
      </button>
      {open ? (
        <Suspense fallback={null}>
          <DemoTools whose={whose} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
