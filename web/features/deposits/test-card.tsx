import { FlaskConical } from 'lucide-react';

/** A picture of the test card for demos. In the place of the bank's name it has a label. */
export function TestCard() {
  return (
    <div className="flex flex-col gap-5 rounded-panel border border-well-line bg-well px-4.5 py-4 text-well-ink">
      <span className="flex items-center justify-between gap-3">
        <b className="disp text-lg">Test card</b>
        <FlaskConical aria-hidden className="size-4.5 text-well-amber" />
      </span>
      <span className="mono text-sm! tracking-[0.08em]" aria-hidden="true">
        4242 4242 4242 4242
      </span>
      <span className="text-sm text-well-muted">Test card: no real money moves</span>
    </div>
  );
}
