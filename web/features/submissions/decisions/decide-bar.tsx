import { Check, X } from 'lucide-react';
import { formatUsdExact, micros } from '#contract/money.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { useFoot } from '#web/ui/pages/use-foot.ts';
import { approveOutcome, type Choosable } from './choice-labels.ts';
import { UndoBar } from './undo-bar.tsx';
import type { Deciding } from './use-decide.ts';

export interface DecideBarProps {
  /** The clips that the buttons decide: the marked clips, or else the clip in view. */
  clips: readonly Choosable[];
  /** True if the clip in view left the queue without a decision on this page. The buttons then do nothing. */
  isGone?: boolean;
  deciding: Deciding;
  onApprove: () => void;
  onReject: () => void;
  className?: string;
}

/**
 * Shows the decision with its amount, and the last decision with *Undo*. On a phone it is above the bottom
 * bar.
 */
export function DecideBar({ clips, isGone, deciding, onApprove, onReject, className }: DecideBarProps) {
  const many = clips.length > 1 ? ` ${clips.length} clips` : '';
  const foot = useFoot();
  const worth = micros(clips.reduce((sum, { worthMicros }) => sum + worthMicros, 0n));
  return (
    <div
      ref={foot}
      className={`sticky bottom-0 z-10 flex flex-col gap-2.5 border-line border-t bg-raised px-5 py-3.5 max-md:bottom-15 max-md:px-4 max-md:py-3 ${className ?? ''}`}
    >
      <UndoBar deciding={deciding} />
      {isGone ? (
        <p role="alert" className="text-sm">
          This clip has been decided or withdrawn.
        </p>
      ) : (
        <p className="text-muted text-sm">
          {many ? `Approving pays ${formatUsdExact(worth)} for the views so far.` : approveOutcome(clips[0]!)}
        </p>
      )}
      <div className="flex gap-3">
        <Button variant="primary" size="lg" blocked={isGone} className="max-md:flex-1" onClick={onApprove}>
          <Check aria-hidden />
          Approve{many}
          <Key>A</Key>
        </Button>
        <Button variant="danger" size="lg" blocked={isGone} className="max-md:flex-1" onClick={onReject}>
          <X aria-hidden />
          Reject{many}
          <Key>R</Key>
        </Button>
      </div>
    </div>
  );
}

/** Shows the key of a button. It is hidden on touch screens and not part of the button's accessible name. */
function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-md:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
