import { Undo2 } from 'lucide-react';
import { UNDO_SECONDS } from '#contract/limits.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { Countdown } from './countdown.tsx';
import type { Deciding } from './use-decide.ts';

/** Shows the last decision, with *Undo* while it can be undone. */
export function UndoBar({ deciding: { decided, undo } }: { deciding: Deciding }) {
  return (
    <div
      role="status"
      className={decided ? 'flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm' : ''}
    >
      {decided ? (
        <>
          <b className="font-semibold">{decided.text}</b>
          {decided.clips.length > 0 ? (
            <>
              <span className="text-muted">
                <Countdown key={decided.key} seconds={UNDO_SECONDS} />
              </span>
              <Button size="sm" className="ml-auto" onClick={() => void undo(decided.clips)}>
                <Undo2 aria-hidden />
                Undo
                <span aria-hidden="true" className="max-md:hidden">
                  <Kbd>Z</Kbd>
                </span>
              </Button>
            </>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
