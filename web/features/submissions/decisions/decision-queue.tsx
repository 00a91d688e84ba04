import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { routes } from '#contract/routes.ts';
import { type RejectReason, rejectReasonOptions } from '#contract/submissions/reject-reasons.ts';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { query, useRead } from '#web/api/query.ts';
import { postHref } from '#web/nouns/post-link.ts';
import { cx } from '#web/ui/cx.ts';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { ClipSections } from '../clip/clip-sections.tsx';
import { SectionsSkeleton } from '../clip/clip-skeleton.tsx';
import type { Choosable } from './choice-labels.ts';
import { ClipStage } from './clip-stage.tsx';
import { DecideBar } from './decide-bar.tsx';
import { afterDeciding, neighboursOf, useInView } from './in-view.ts';
import { QueueList, type QueueListProps } from './queue-list.tsx';
import { reasonOffered } from './reason-offered.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import type { Chosen } from './use-chosen.ts';
import type { Choice, Deciding } from './use-decide.ts';
import { useKeys } from './use-keys.ts';
import { useRejecting } from './use-rejecting.ts';

export interface DecisionQueueProps extends Pick<QueueListProps, 'newCount' | 'onShowNew'> {
  /** The clips of the queue, sorted by deadline. There is at least one. */
  clips: readonly HostSubmissionRow[];
  chosen: Chosen;
  onChoose: (id: string) => void;
  deciding: Deciding;
  appeals: (clip: Clip) => ReactNode;
  declarations: (clip: Clip) => ReactNode;
  /** Renders content below the evidence of the clip in view. */
  around: (clip: HostSubmissionRow) => ReactNode;
}

/** Shows the queue, the clip in view, its evidence and the decision. All of them can be used by keyboard. */
export function DecisionQueue(props: DecisionQueueProps) {
  const { clips, deciding, onChoose, appeals, declarations, around } = props;
  const [helpOpen, setHelpOpen] = useState(false);
  const view = useInView(clips, props.chosen, deciding.leaving);
  const { clip, isGone } = view;
  // The evidence is deferred, so that a press takes effect before the long evidence of the next clip is
  // rendered.
  const examined = useDeferredValue(clip);
  const { next, previous } = neighboursOf(clips, view);
  usePrefetched(useDeferredValue((next ?? previous)?.id));
  const { marked, subject, mark, clear } = useMarks(clips, clip);
  const rejecting = useRejecting(isGone ? [] : subject);
  const choose = (id: string | undefined) => id && onChoose(id);
  const decide = (decided: readonly Choosable[], choice: Choice) => {
    choose(afterDeciding(clips, view, decided)?.id);
    clear();
    void deciding.decide(decided, choice);
  };
  const approve = () => {
    if (!isGone) decide(subject, { kind: 'approve' });
  };
  useKeys(
    {
      a: approve,
      r: () => rejecting.ask(reasonOffered(subject)),
      ...byNumber(rejecting.ask),
      x: () => isGone || mark(clip.id),
      j: () => choose(next?.id),
      k: () => choose(previous?.id),
      o: () => window.open(postHref(clip.url), '_blank', 'noopener,noreferrer'),
      '?': () => setHelpOpen(true),
    },
    true,
  );
  return (
    <section
      aria-label="Review queue"
      className="grid grid-cols-1 rounded-panel border border-line bg-surface max-lg:[&>*]:rounded-none lg:h-[max(36rem,calc(100dvh-9.5rem))] lg:grid-cols-[15.5rem_minmax(12rem,15rem)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_auto] lg:overflow-hidden lg:[&>*:nth-child(-n+2)]:row-span-2"
    >
      <QueueList
        {...{ clips, onChoose, marked }}
        currentId={clip.id}
        onMark={mark}
        sprint={deciding.sprint}
        onHelp={() => setHelpOpen(true)}
        newCount={props.newCount}
        onShowNew={props.onShowNew}
      />
      <ClipStage clip={clip} />
      <Examined isHidden={examined.id !== clip.id}>
        <Evidence clip={examined} {...{ appeals, declarations, around }} />
      </Examined>
      <DecideBar
        clips={subject}
        isGone={isGone}
        deciding={deciding}
        onApprove={approve}
        onReject={() => rejecting.ask(reasonOffered(subject))}
        className="lg:static lg:rounded-br-panel"
      />
      <RejectDialog
        clips={rejecting.clips}
        reason={rejecting.reason}
        onClose={rejecting.close}
        onReject={(reason, note) => decide(rejecting.clips, { kind: 'reject', reason, note })}
      />
      <ShortcutsDialog open={helpOpen} onOpenChange={setHelpOpen} />
    </section>
  );
}

/** Returns the clips to decide together: all marked clips, or else the clip in view. */
function useMarks(clips: readonly HostSubmissionRow[], clip: HostSubmissionRow) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const among = clips.filter(({ id }) => marked.has(id));
  return {
    marked,
    subject: among.length > 0 ? among : [clip],
    clear: () => setMarked(new Set()),
    mark: (id: string) =>
      setMarked((before) =>
        before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id),
      ),
  };
}

/** Assigns the first reason to key 1, the second to key 2, and so on. */
const byNumber = (reject: (reason: RejectReason) => void): Record<string, () => void> =>
  Object.fromEntries(rejectReasonOptions.map(({ value }, at) => [at + 1, () => reject(value)]));

/** Fetches the next clip before it is needed. */
function usePrefetched(id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id) void client.prefetchQuery({ ...query(routes.showClip, { params: { id } }), staleTime: 30_000 });
  }, [client, id]);
}

/**
 * Hides the evidence while it belongs to another clip than the one that a press would decide. It keeps its
 * place, so that nothing moves.
 */
const Examined = ({ isHidden, children }: { isHidden: boolean; children: ReactNode }) => (
  <div
    className={cx(
      'flex min-w-0 flex-col [contain-intrinsic-height:auto_40rem] lg:min-h-0',
      // `visibility` or `display` would make the browser restyle every element of the evidence.
      isHidden && '[content-visibility:hidden]',
    )}
  >
    {children}
  </div>
);

interface EvidenceProps extends Pick<DecisionQueueProps, 'appeals' | 'declarations' | 'around'> {
  clip: HostSubmissionRow;
}

/** Shows the clip's page without its side column, in the available width. */
const Evidence = memo(({ clip: row, appeals, declarations, around }: EvidenceProps) => {
  const found = useRead(routes.showClip, { params: { id: row.id } });
  return (
    <div
      key={row.id}
      className="flex min-w-0 flex-col gap-4 p-5 max-md:p-4 lg:min-h-0 lg:overflow-y-auto [&>*]:shrink-0"
    >
      <QueryState of={found} failed="The clip did not load." loading={<SectionsSkeleton />}>
        {(clip) => <ClipSections clip={clip} appeals={appeals(clip)} declarations={declarations(clip)} />}
      </QueryState>
      <div>{around(row)}</div>
    </div>
  );
});
