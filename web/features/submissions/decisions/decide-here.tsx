import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { DecideBar } from './decide-bar.tsx';
import { reasonOffered } from './reason-offered.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { UndoBar } from './undo-bar.tsx';
import { type Choice, useDecide } from './use-decide.ts';
import { useKeys } from './use-keys.ts';

/** Shows the host's decision at the bottom of a clip's page, with the buttons and keys of the queue. */
export function DecideHere({ clip }: { clip: Clip }) {
  const deciding = useDecide();
  const [rejecting, setRejecting] = useState(false);
  const subject = { ...clip, id: clip.submissionId };
  const mayDecide = clip.may.includes('decide') && !deciding.leaving.has(subject.id);
  const decide = (choice: Choice) => void deciding.decide([subject], choice);
  useKeys({ a: () => decide({ kind: 'approve' }), r: () => setRejecting(true) }, mayDecide);
  useKeys({ z: deciding.undoLast }, true);
  if (mayDecide) {
    return (
      <>
        <DecideBar
          clips={[subject]}
          deciding={deciding}
          onApprove={() => decide({ kind: 'approve' })}
          onReject={() => setRejecting(true)}
          className="rounded-panel border"
        />
        <RejectDialog
          clips={rejecting ? [subject] : []}
          reason={reasonOffered([clip])}
          onClose={() => setRejecting(false)}
          onReject={(reason, note) => decide({ kind: 'reject', reason, note })}
        />
      </>
    );
  }
  const foreign = clip.may.includes('undo') && !deciding.decided;
  return (
    <div className="sticky bottom-0 max-md:bottom-15">
      <UndoBar deciding={deciding} />
      {foreign ? (
        <Button onClick={() => void deciding.undo([subject])}>
          <Undo2 aria-hidden />
          Undo the decision
        </Button>
      ) : null}
    </div>
  );
}
