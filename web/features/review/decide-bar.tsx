import { Check, X } from 'lucide-react';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { Kbd } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { approveOutcome } from './choice-words.ts';

export interface DecideBarProps {
  clip: HostSubmissionRow;
  onApprove: () => void;
  onReject: () => void;
}

/** The decision, and the dollars of it; above the bottom bar on a phone. */
export function DecideBar({ clip, onApprove, onReject }: DecideBarProps) {
  return (
    <div className="sticky bottom-0 z-10 flex items-center gap-4 border-line border-t bg-raised px-5 py-3.5 max-md:bottom-15 max-md:flex-wrap max-md:gap-3 max-md:px-4 max-md:py-3 lg:static lg:rounded-br-panel">
      <Button variant="primary" size="lg" className="max-md:order-2 max-md:flex-1" onClick={onApprove}>
        <Check aria-hidden />
        Approve
        <span aria-hidden="true" className="max-md:hidden">
          <Kbd>A</Kbd>
        </span>
      </Button>
      <p className="min-w-0 flex-1 text-muted text-sm max-md:order-1 max-md:basis-full">
        {approveOutcome(clip)}
      </p>
      <Button variant="danger" size="lg" className="max-md:order-3 max-md:flex-1" onClick={onReject}>
        <X aria-hidden />
        Reject
        <span aria-hidden="true" className="max-md:hidden">
          <Kbd>R</Kbd>
        </span>
      </Button>
    </div>
  );
}
