import { useState } from 'react';
import type { RejectReason } from '#contract/reject-reasons.ts';

/** The question why clips are rejected: of those for which it was opened, whatever the queue becomes meanwhile. */
export function useRejecting<Clip>(subject: readonly Clip[]) {
  const [asked, setAsked] = useState<{ clips: readonly Clip[]; reason: RejectReason | null } | null>(null);
  return {
    clips: asked?.clips ?? [],
    reason: asked?.reason ?? null,
    /** Not while there is nothing to decide. */
    ask: (reason: RejectReason | null) => {
      if (subject.length > 0) setAsked({ clips: subject, reason });
    },
    close: () => setAsked(null),
  };
}
