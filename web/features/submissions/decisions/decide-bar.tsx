import { Check, X } from 'lucide-react';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { approveOutcome } from './choice-labels.ts';

export interface DecideBarProps {
  clip: HostSubmissionRow;
  onApprove: () => void;
  onReject: () => void;
}

/** The decision with its amount; above the bottom bar on a phone. Its right end stays free for the toast with Undo. */
export function DecideBar({ clip, onApprove, onReject }: DecideBarProps) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-col gap-2.5 border-line border-t bg-raised px-5 py-3.5 max-md:bottom-15 max-md:px-4 max-md:py-3 lg:static lg:rounded-br-panel">
      <p className="text-muted text-sm">{approveOutcome(clip)}</p>
      <div className="flex gap-3">
        <Button variant="primary" size="lg" className="max-md:flex-1" onClick={onApprove}>
          <Check aria-hidden />
          Approve
          <Key>A</Key>
        </Button>
        <Button variant="danger" size="lg" className="max-md:flex-1" onClick={onReject}>
          <X aria-hidden />
          Reject
          <Key>R</Key>
        </Button>
      </div>
    </div>
  );
}

/** A shortcut hint: hidden from the button's accessible name and on touch screens. */
function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-md:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
