import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { postHref } from '#web/nouns/post-link.ts';
import { ClipEvidence } from './clip-evidence.tsx';
import { ClipStage } from './clip-stage.tsx';
import { DecideBar } from './decide-bar.tsx';
import { QueueList } from './queue-list.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import type { useDecide } from './use-decide.tsx';
import { useKeys } from './use-keys.ts';

export interface DecisionQueueProps {
  /** Not empty, by deadline. */
  clips: readonly HostSubmissionRow[];
  decide: ReturnType<typeof useDecide>;
  helpOpen: boolean;
  onHelp: (open: boolean) => void;
  /** Rendered below the evidence of the current clip. */
  around: (clip: HostSubmissionRow) => ReactNode;
}

/** The queue with the current clip, its evidence and the decision, all operable by keyboard. */
export function DecisionQueue({ clips, decide, helpOpen, onHelp, around }: DecisionQueueProps) {
  const [params, setParams] = useSearchParams();
  const [rejecting, setRejecting] = useState<HostSubmissionRow | null>(null);
  const at = Math.max(
    0,
    clips.findIndex((clip) => clip.id === params.get('submission')),
  );
  const clip = clips[at]!;
  const choose = (id: string | undefined) => {
    if (!id) return;
    const change = (now: URLSearchParams) => {
      const next = new URLSearchParams(now);
      next.set('submission', id);
      return next;
    };
    setParams(change, { replace: true, preventScrollReset: true });
  };
  const goOn = () => choose((clips[at + 1] ?? clips[at - 1])?.id);
  const approve = () => {
    goOn();
    decide.approve(clip);
  };
  useKeys(
    {
      a: approve,
      r: () => setRejecting(clip),
      j: () => choose(clips[at + 1]?.id),
      k: () => choose(clips[at - 1]?.id),
      o: () => window.open(postHref(clip.url), '_blank', 'noopener,noreferrer'),
      z: decide.undoLast,
      '?': () => onHelp(true),
    },
    true,
  );
  return (
    <section
      aria-label="Review queue"
      className="grid grid-cols-1 rounded-panel border border-line bg-surface max-lg:[&>*]:rounded-none lg:h-[max(36rem,calc(100dvh-9.5rem))] lg:grid-cols-[15.5rem_minmax(14rem,19rem)_minmax(0,1fr)] lg:overflow-hidden"
    >
      <QueueList clips={clips} currentId={clip.id} onChoose={choose} />
      <ClipStage clip={clip} />
      <div className="flex min-w-0 flex-col lg:min-h-0">
        <ClipEvidence clip={clip}>{around(clip)}</ClipEvidence>
        <DecideBar clip={clip} onApprove={approve} onReject={() => setRejecting(clip)} />
      </div>
      <RejectDialog
        clip={rejecting}
        onClose={() => setRejecting(null)}
        onReject={(rejected, reason, note) => {
          goOn();
          decide.reject(rejected, reason, note);
        }}
      />
      <ShortcutsDialog open={helpOpen} onOpenChange={onHelp} />
    </section>
  );
}
