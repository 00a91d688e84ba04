import { Link } from 'react-router';
import type { Clip } from '#contract/clips/clips.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { Facts } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { PostLink } from './post-link.tsx';
import { approvedHowNames } from './receipt-labels.ts';

/**
 * Shows the clipper, the caption and the dates of a clip. A receipt sets `full`, because it is printed
 * without the steps.
 */
export function ClipSide({ clip, full }: { clip: Clip; full: boolean }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      <p dir="auto" className="wrap-anywhere text-muted">
        {clip.caption ? `"${clip.caption}"` : 'No caption is known.'}
      </p>
      <PostLink clip={clip} />
      <Facts
        rows={[
          { name: 'Clipper', value: <Person username={clip.clipperUsername} id={clip.review?.clipperId} /> },
          { name: 'Host', value: <Person username={clip.hostUsername} id={clip.review?.hostId} /> },
          { name: 'Posted', value: <MomentText full at={clip.postedAt} /> },
          ...(full ? [{ name: 'Submitted', value: <MomentText full at={clip.submittedAt} /> }] : []),
          ...(full && clip.approvedAt
            ? [
                { name: 'Approved', value: <MomentText full at={clip.approvedAt} /> },
                { name: 'How', value: approvedHowNames[clip.approvedHow ?? ''] ?? '' },
              ]
            : []),
          ...(clip.trackingUntil
            ? [{ name: 'Counted until', value: <MomentText full at={clip.trackingUntil} /> }]
            : []),
          ...(full ? [{ name: 'Status', value: <StatusBadge status={clip.status} /> }] : []),
        ]}
      />
    </div>
  );
}

/** Links to a person: for admins to their admin page, for others to their public profile. */
const Person = ({ username, id }: { username: string; id: string | undefined }) => (
  <Link to={id ? paths.adminPerson(id) : paths.profile(username)} className="hover:underline">
    @{username}
  </Link>
);
