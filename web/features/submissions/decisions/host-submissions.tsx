import { useQuery } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { NotLoaded } from '#web/ui/query-state.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { useFilters } from '#web/ui/use-filters.ts';
import { AllSubmissions } from './all-submissions.tsx';
import { ApproveClean } from './approve-clean.tsx';
import { DecideBy } from './decide-by.tsx';
import { DecisionQueue } from './decision-queue.tsx';
import { pendingClips, undecided } from './pending-clips.ts';
import { useDecide } from './use-decide.tsx';

export interface HostSubmissionsProps {
  /** Below the evidence in the queue. */
  inQueue: (clip: HostSubmissionRow) => ReactNode;
  /** Below an opened row of the table. */
  inTable: (clip: HostSubmissionRow) => ReactNode;
}

/** The host's submissions: the queue to decide, or all of them in a table; the address says which. */
export function HostSubmissions({ inQueue, inTable }: HostSubmissionsProps) {
  const { view, listingId, show, clearListing } = useView();
  const [helpOpen, setHelpOpen] = useState(false);
  const decide = useDecide();
  const pending = useQuery(pendingClips);
  const waiting =
    pending.data &&
    undecided(pending.data).filter(
      (clip) => !decide.leaving.has(clip.id) && (!listingId || clip.listingId === listingId),
    );
  return (
    <>
      <PageHeader
        title="Submissions"
        meaning={<Meaning waiting={waiting} />}
        action={
          <>
            {view === 'queue' && waiting ? (
              <ApproveClean waiting={waiting} onApprove={decide.approveAll} />
            ) : null}
            {view === 'queue' && waiting?.length ? (
              <Button variant="quiet" className="max-md:hidden" onClick={() => setHelpOpen(true)}>
                <Keyboard aria-hidden />
                Shortcuts
                <Kbd>?</Kbd>
              </Button>
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
        <AllSubmissions listingId={listingId} decide={decide} detail={inTable} />
      ) : waiting?.length ? (
        <DecisionQueue
          clips={waiting}
          decide={decide}
          helpOpen={helpOpen}
          onHelp={setHelpOpen}
          around={inQueue}
        />
      ) : waiting ? (
        <NothingToDecide onAll={() => show('all')} />
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

function NothingToDecide({ onAll }: { onAll: () => void }) {
  return (
    <Panel flush>
      <EmptyState title="Nothing to decide" action={<Button onClick={onAll}>See all submissions</Button>}>
        New clips appear here as soon as clippers submit them, the first deadline first.
      </EmptyState>
    </Panel>
  );
}

function Meaning({ waiting }: { waiting: readonly HostSubmissionRow[] | undefined }) {
  const first = waiting?.[0];
  if (!waiting || !first) return 'Clips that were sent to your listings, and what became of them.';
  return (
    <>
      {waiting.length === 1 ? '1 clip waits for you.' : `${waiting.length} clips wait for you.`} Decide the
      first <DecideBy at={first.decideBy} />.
    </>
  );
}
