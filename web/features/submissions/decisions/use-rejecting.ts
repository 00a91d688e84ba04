import { useState } from 'react';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';

/**
 * State of the dialog that rejects clips. It keeps the clips for which it was opened, even if the queue
 * changes.
 */
export function useRejecting<Clip>(subject: readonly Clip[]) {
  const [asked, setAsked] = useState<{ clips: readonly Clip[]; reason: RejectReason | null } | null>(null);
  return {
    clips: asked?.clips ?? [],
    reason: asked?.reason ?? null,
    /** Opens the dialog, unless there is no clip to decide. */
    ask: (reason: RejectReason | null) => {
      if (subject.length > 0) setAsked({ clips: subject, reason });
    },
    close: () => setAsked(null),
  };
}
