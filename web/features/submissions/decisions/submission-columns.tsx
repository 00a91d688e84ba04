import { Check, ExternalLink, MessageSquare, Undo2, X } from 'lucide-react';
import { Link } from 'react-router';
import { platforms } from '#contract/platforms.ts';
import { rejectReasons } from '#contract/reject-reasons.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { postHref } from '#web/nouns/post-link.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/count.ts';
import { DateText } from '#web/ui/date-text.tsx';
import type { Column } from '#web/ui/table.tsx';
import { NextEvent } from '#web/ui/timeline.tsx';
import { actorName, nextForHost } from '../submission-labels.ts';

export interface SubmissionActions {
  onApprove: (clip: HostSubmissionRow) => void;
  onReject: (clip: HostSubmissionRow) => void;
  onUndo: (clip: HostSubmissionRow) => void;
  /** Clips whose decision is being sent. */
  busy: { has: (id: string) => boolean };
}

/** The specified columns; approve and reject on pending rows only. */
export const submissionColumns = (on: SubmissionActions): Column<HostSubmissionRow>[] => [
  {
    header: 'Clipper',
    lead: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-3">
        <ClipPoster id={row.id} src={row.posterUrl} small className="w-8" />
        <Link to={paths.profile(row.clipperUsername)} className="font-semibold hover:underline">
          @{row.clipperUsername}
        </Link>
      </span>
    ),
  },
  {
    header: 'Listing',
    cell: (row) => (
      <Link to={paths.listing(row.listingId)} className="hover:underline">
        <bdi>{row.listingTitle}</bdi>
      </Link>
    ),
  },
  { header: 'Reported views', align: 'right', cell: (row) => formatCount(row.reportedViews) },
  { header: 'Date submitted', cell: (row) => <DateText at={row.submittedAt} /> },
  { header: 'Status', cell: (row) => <Status clip={row} /> },
  {
    header: 'Clip link',
    cell: (row) => <NewTab href={postHref(row.url)}>{platforms[row.platform].name}</NewTab>,
  },
  {
    header: 'Attestation',
    cell: (row) => (row.screenshotUrl ? <NewTab href={row.screenshotUrl}>Screenshot</NewTab> : '-'),
  },
  {
    header: 'Actions',
    align: 'right',
    lead: true,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-1.5">
        <Actions clip={row} on={on} />
        <OpenLink clip={row} />
      </span>
    ),
  },
];

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-flex items-center gap-1.25"
    >
      {children}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(new tab)</span>
    </a>
  );
}

function Status({ clip }: { clip: HostSubmissionRow }) {
  return (
    <span className="inline-flex flex-col items-start gap-1 @max-2xl:items-end">
      <StatusBadge status={clip.status} />
      {clip.rejectReason && clip.status === 'rejected' ? (
        <span className="text-muted text-xs" title={clip.rejectNote ?? undefined}>
          {rejectReasons[clip.rejectReason].label}
        </span>
      ) : null}
      {clip.appeal?.state === 'open' || clip.appeal?.state === 'escalated' ? (
        <Badge tone="yellow">Appeal open</Badge>
      ) : null}
      <Next clip={clip} />
    </span>
  );
}

/** What happens next to a clip, by when, by whom; nothing once it is over. */
function Next({ clip }: { clip: HostSubmissionRow }) {
  const { by, who } = clip.next;
  const actor = actorName(who, { clipper: `@${clip.clipperUsername}` });
  if (actor === null) return null;
  const what = nextForHost(clip);
  // "You decide" names who acts.
  return <NextEvent what={what} by={by ?? undefined} who={what.startsWith('You ') ? null : actor} />;
}

/** Opens the clip, at its messages when there are new ones. */
function OpenLink({ clip }: { clip: HostSubmissionRow }) {
  const unread = clip.unreadMessages;
  return (
    <Link
      to={paths.clip(clip.id) + (unread > 0 ? '#messages' : '')}
      aria-label={`Open the clip of @${clip.clipperUsername}${unread > 0 ? `, ${unread} new ${unread === 1 ? 'message' : 'messages'}` : ''}`}
      className={buttonStyle({ size: 'sm', variant: 'quiet' })}
    >
      {unread > 0 ? (
        <>
          <MessageSquare aria-hidden />
          <b className="font-bold text-blue">{unread}</b>
        </>
      ) : null}
      Open
    </Link>
  );
}

function Actions({ clip, on }: { clip: HostSubmissionRow; on: SubmissionActions }) {
  if (clip.status !== 'pending') return null;
  const who = `@${clip.clipperUsername}`;
  if (clip.decision) {
    return (
      <Button size="sm" aria-label={`Undo the decision on ${who}`} onClick={() => on.onUndo(clip)}>
        <Undo2 aria-hidden />
        Undo
      </Button>
    );
  }
  if (clip.isEscalated) return <span className="text-muted text-sm">Permille decides</span>;
  const busy = on.busy.has(clip.id) && 'Saving...';
  return (
    <span className="inline-flex gap-1.5">
      <Button size="sm" aria-label={`Approve ${who}`} busy={busy} onClick={() => on.onApprove(clip)}>
        <Check aria-hidden />
        Approve
      </Button>
      {busy ? null : (
        <Button size="sm" variant="danger" aria-label={`Reject ${who}`} onClick={() => on.onReject(clip)}>
          <X aria-hidden />
          Reject
        </Button>
      )}
    </span>
  );
}
