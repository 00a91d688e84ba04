import { Check, ExternalLink, MessageSquare, Undo2, X } from 'lucide-react';
import { Link } from 'react-router';
import { platforms } from '#contract/platforms/platforms.ts';
import { rejectReasons } from '#contract/submissions/reject-reasons.ts';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { ClipName, clipName } from '#web/nouns/clip-name.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { postHref } from '#web/nouns/post-link.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { VerdictBadge } from '#web/nouns/verdict-badge.tsx';
import { Views } from '#web/nouns/views.tsx';
import { paths } from '#web/routes/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { NextEvent } from '#web/ui/pages/timeline.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { awayInRow } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { actorName, isNamed, nextForHost } from '../submission-labels.ts';

export interface SubmissionActions {
  onApprove: (clip: HostSubmissionRow) => void;
  onReject: (clip: HostSubmissionRow) => void;
  onUndo: (clip: HostSubmissionRow) => void;
  /** Clips whose decision is being sent. */
  busy: { has: (id: string) => boolean };
}

/**
 * The specified columns, with the verdict below the status, followed by verified views and cost. Only pending
 * rows have *Approve* and *Reject*.
 */
export const submissionColumns = (on: SubmissionActions): Column<HostSubmissionRow>[] => [
  {
    header: 'Clipper',
    phone: 'title',
    picture: true,
    sort: { by: 'clipper', kind: 'text' },
    cell: (row) => <Clip clip={row} />,
  },
  {
    header: 'Listing',
    sort: { by: 'listing', kind: 'text' },
    phone: 'hidden',
    cell: (row) => (
      <Link to={paths.listing(row.listingId)} className="block min-w-14 hover:underline">
        <bdi>{row.listingTitle}</bdi>
      </Link>
    ),
  },
  {
    header: 'Reported views',
    sort: { by: 'reported', kind: 'number' },
    align: 'right',
    cell: (row) => formatCount(row.reportedViews),
  },
  {
    header: 'Date submitted',
    sort: { by: 'date', kind: 'date' },
    phone: 'hidden',
    cell: (row) => <DateText at={row.submittedAt} />,
  },
  { header: 'Status', phone: 'status', cell: (row) => <Status clip={row} /> },
  {
    header: 'Clip link',
    phone: 'hidden',
    cell: (row) => <NewTab href={postHref(row.url)}>{platforms[row.platform].name}</NewTab>,
  },
  {
    header: 'Attestation',
    phone: 'hidden',
    cell: (row) => (row.screenshotUrl ? <NewTab href={row.screenshotUrl}>Screenshot</NewTab> : '-'),
  },
  {
    header: 'Cost',
    sort: { by: 'payout', kind: 'number' },
    align: 'right',
    phone: 'amount',
    cell: (row) => (
      <span className="flex flex-col items-end gap-0.5">
        <Money exact micros={row.payoutMicros} zero="-" className="font-semibold" />
        <span className={cx('whitespace-nowrap text-muted text-xs', awayInRow)}>
          <Views count={row.verifiedViews} level={row.countLevel} /> verified
        </span>
      </span>
    ),
  },
  {
    header: 'Actions',
    align: 'right',
    cell: (row) => <Actions clip={row} on={on} />,
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
    <span className="inline-flex flex-col items-start gap-1 @max-4xl:items-end">
      <StatusBadge status={clip.status} />
      <span className={awayInRow}>
        <VerdictBadge verdict={clip.verdict} />
      </span>
      {clip.rejectReason && clip.status === 'rejected' ? (
        <span className="text-muted text-xs" title={clip.rejectNote ?? undefined}>
          {rejectReasons[clip.rejectReason].label}
        </span>
      ) : null}
      {clip.appeal?.state === 'open' || clip.appeal?.state === 'escalated' ? (
        <Badge tone="yellow">Appeal open</Badge>
      ) : null}
    </span>
  );
}

/**
 * Shows the next event of a clip, its deadline and who has to act. Renders nothing if the clip is finished.
 */
function Next({ clip }: { clip: HostSubmissionRow }) {
  const { by, who } = clip.next;
  const actor = actorName(who, { clipper: `@${clip.clipperUsername}` });
  if (actor === null) return null;
  const what = nextForHost(clip);
  return <NextEvent what={what} by={by ?? undefined} who={isNamed(what, actor) ? null : actor} />;
}

/**
 * Shows a clip's poster and clipper, its next event and the number of new messages. It links to the messages
 * if some are new, and otherwise to the clip.
 */
function Clip({ clip }: { clip: HostSubmissionRow }) {
  const unread = clip.unreadMessages;
  const messages = `${unread} new ${unread === 1 ? 'message' : 'messages'}`;
  return (
    <RowTitle
      to={paths.clip(clip.id) + (unread > 0 ? '#messages' : '')}
      label={`Open the clip of @${clip.clipperUsername}${unread > 0 ? `, ${messages}` : ''}: ${clip.listingTitle}, ${clipName(clip)}`}
      picture={<ClipPoster id={clip.id} src={clip.posterUrl} small className="w-full" />}
      second={<ClipName {...clip} />}
      below={
        <>
          {unread > 0 ? (
            <span aria-hidden="true" className="inline-flex items-center gap-1.5 font-semibold text-blue">
              <MessageSquare className="size-3.5" />
              {messages}
            </span>
          ) : null}
          <Next clip={clip} />
        </>
      }
    >
      @{clip.clipperUsername}
    </RowTitle>
  );
}

function Actions({ clip, on }: { clip: HostSubmissionRow; on: SubmissionActions }) {
  if (clip.status !== 'pending') return null;
  // Several clips of one clipper may be pending, also of one listing.
  const who = `@${clip.clipperUsername}: ${clip.listingTitle}, ${clipName(clip)}`;
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
