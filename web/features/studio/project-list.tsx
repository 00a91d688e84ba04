import { Scissors, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type StudioProjectRow, studioListRoutes } from '#contract/studio-lists.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Lists the clipper's projects, each of which can be continued or deleted. */
export function ProjectList() {
  const projects = useRead(studioListRoutes.studioProjects, {});
  const [removing, setRemoving] = useState<StudioProjectRow | null>(null);
  return (
    <Panel title="Your cuts" flush>
      <QueryList
        flush
        of={projects}
        what="cuts"
        failed="Your cuts did not load."
        empty={
          <EmptyState title="No cuts yet">
            Choose a video below, or open any listing and press Cut a clip. Your cuts are saved as you go.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Your cuts" className="divide-y divide-line">
            {rows.map((row) => (
              <ProjectLine key={row.listingId} row={row} onRemove={() => setRemoving(row)} />
            ))}
          </ul>
        )}
      </QueryList>
      {removing ? <RemoveDialog row={removing} onClose={() => setRemoving(null)} /> : null}
    </Panel>
  );
}

/** Describes the cuts: "2 cuts, 0:41", or "Nothing cut yet". */
const cutsText = ({ cuts, seconds }: StudioProjectRow): string =>
  cuts === 0
    ? 'Nothing cut yet'
    : `${cuts === 1 ? '1 cut' : `${cuts} cuts`}, ${runningTime(Math.round(seconds) * 1_000)}`;

function ProjectLine({ row, onRemove }: { row: StudioProjectRow; onRemove: () => void }) {
  const { listingId, title, hostUsername, state } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2.5 px-4.5 py-3 max-md:px-4">
      <ClipPoster small id={listingId} src={row.sourcePosterUrl} className="w-9" />
      <span className="min-w-48 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={paths.listing(listingId)} className="wrap-anywhere font-semibold">
            <bdi>{title}</bdi>
          </Link>
          {state === 'active' ? null : <StatusBadge status={state} />}
        </span>
        <span className="block wrap-anywhere text-muted text-sm">
          @{hostUsername} · {cutsText(row)} · changed <MomentText at={row.changedAt} />
        </span>
      </span>
      <span className="flex gap-1.5">
        {state === 'removed' ? null : (
          <Link
            reloadDocument
            to={paths.clipperStudio(listingId)}
            aria-label={`Continue to cut ${title}`}
            className={buttonStyle({ size: 'sm' })}
          >
            <Scissors aria-hidden />
            Continue
          </Link>
        )}
        <Button
          size="sm"
          variant="quiet"
          square
          aria-label={`Delete the cuts of ${title}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </span>
    </li>
  );
}

function RemoveDialog({ row, onClose }: { row: StudioProjectRow; onClose: () => void }) {
  const remove = useAction(studioListRoutes.removeStudioProject, {
    success: () => {
      toast.success('Cuts deleted', row.title);
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Delete your cuts of ${row.title}?`}
      description="Cuts, crop and captions are deleted. Clips that you exported or submitted stay."
      confirmText="Delete cuts"
      danger
      busy={remove.isPending && 'Deleting...'}
      onConfirm={() => remove.mutate({ params: { id: row.listingId } })}
    />
  );
}
