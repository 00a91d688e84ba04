import { useQuery } from '@tanstack/react-query';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { useNewRows } from '#web/ui/lists/new-rows.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { Chip } from '#web/ui/pages/chip.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { SkeletonRows } from '#web/ui/pages/skeleton.tsx';
import { AllSubmissions } from './all-submissions.tsx';
import { ApproveClean } from './approve-clean.tsx';
import { DecideBy } from './decide-by.tsx';
import { DecisionQueue, type DecisionQueueProps } from './decision-queue.tsx';
import { pendingClips, undecided } from './pending-clips.ts';
import { sprintText } from './queue-list.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useChosen } from './use-chosen.ts';
import { type Deciding, useDecide } from './use-decide.ts';
import { useKeys } from './use-keys.ts';

export type HostSubmissionsProps = Pick<DecisionQueueProps, 'appeals' | 'declarations' | 'around'>;

/**
 * Shows the host's submissions: the queue of clips to decide, or a table of all clips. The page's address
 * stores which of both.
 */
export function HostSubmissions(parts: HostSubmissionsProps) {
  const { view, listingId, show, clearListing } = useView();
  const { chosen, choose } = useChosen();
  const deciding = useDecide(choose);
  useKeys({ z: deciding.undoLast }, true);
  const { pending, waiting, held } = useQueue(deciding, listingId);
  return (
    <>
      <PageHeader
        title="Submissions"
        meaning={<Meaning waiting={waiting} />}
        action={
          <>
            {view === 'queue' && waiting ? (
              <ApproveClean
                clips={held.rows}
                onApprove={(clips) => void deciding.decide(clips, { kind: 'approve' })}
              />
            ) : null}
            <Segmented
              label="View"
              value={view}
              options={[
                { value: 'queue', label: waiting ? `To decide ${waiting.length}` : 'To decide' },
                { value: 'all', label: 'All submissions' },
              ]}
              onChange={show}
            />
          </>
        }
      />
      {listingId ? (
        <div>
          <Chip pressed onClick={clearListing}>
            One listing only
          </Chip>
        </div>
      ) : null}
      {view === 'all' ? (
        <>
          <UndoBar deciding={deciding} />
          <AllSubmissions listingId={listingId} deciding={deciding} />
        </>
      ) : waiting?.length ? (
        <DecisionQueue
          {...parts}
          // Each filter has a queue of its clips. The clips that it leaves out still wait for a decision.
          key={listingId}
          clips={held.rows}
          newCount={held.count}
          onShowNew={held.show}
          chosen={chosen}
          onChoose={choose}
          deciding={deciding}
        />
      ) : waiting ? (
        <NothingToDecide deciding={deciding} onAll={() => show('all')} />
      ) : (
        <Panel>
          {pending.error ? (
            <NotLoaded of={pending} failed="The clips did not load." />
          ) : (
            <SkeletonRows rows={5} />
          )}
        </Panel>
      )}
    </>
  );
}

function useQueue({ leaving }: Deciding, listingId: string | undefined) {
  const pending = useQuery(pendingClips);
  const waiting =
    pending.data &&
    undecided(pending.data).filter(
      (clip) => !leaving.has(clip.id) && (!listingId || clip.listingId === listingId),
    );
  // A new clip never replaces the clip in view, not even in an empty queue, because the next press would
  // decide it.
  return { pending, waiting, held: useNewRows(waiting ?? [], ({ id }) => id, listingId) };
}

type View = 'queue' | 'all';

function useView() {
  const { read, one, change } = useFilters();
  const view: View = one('view', ['all']) ?? 'queue';
  return {
    view,
    listingId: read('listing') || undefined,
    show: (next: View) => change({ view: next === 'all' ? next : '' }),
    clearListing: () => change({ listing: '' }),
  };
}

function NothingToDecide({ deciding, onAll }: { deciding: Deciding; onAll: () => void }) {
  const { decided, sprint } = deciding;
  return (
    <Panel flush>
      {decided ? (
        <div className="border-line border-b px-4.5 py-3">
          <UndoBar deciding={deciding} />
        </div>
      ) : null}
      <EmptyState title="Nothing to decide" action={<Button onClick={onAll}>See all submissions</Button>}>
        {sprint && sprint.count > 0 ? `${sprintText(sprint)}. ` : null}
        New clips appear here as soon as clippers submit them, the first deadline first.
      </EmptyState>
    </Panel>
  );
}

function Meaning({ waiting }: { waiting: readonly HostSubmissionRow[] | undefined }) {
  const first = waiting?.[0];
  if (!waiting || !first) return 'Clips submitted to your listings.';
  return (
    <>
      {waiting.length === 1 ? '1 clip waits for you.' : `${waiting.length} clips wait for you.`} Decide the
      first <DecideBy at={first.decideBy} />.
    </>
  );
}
