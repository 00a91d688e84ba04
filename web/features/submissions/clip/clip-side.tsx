import { Link } from 'react-router';
import type { Clip } from '#contract/clips/clips.ts';
import { paths } from '#web/routes/paths.ts';
import { Fact, Facts } from '#web/ui/pages/panel.tsx';
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
      <Facts>
        <Fact name="Clipper">
          <Person username={clip.clipperUsername} id={clip.review?.clipperId} />
        </Fact>
        <Fact name="Host">
          <Person username={clip.hostUsername} id={clip.review?.hostId} />
        </Fact>
        <Fact name="Posted">
          <MomentText full at={clip.postedAt} />
        </Fact>
        <Fact name="Submitted">{full && <MomentText full at={clip.submittedAt} />}</Fact>
        <Fact name="Approved">{full && clip.approvedAt && <MomentText full at={clip.approvedAt} />}</Fact>
        <Fact name="How">{full && clip.approvedAt && approvedHowNames[clip.approvedHow ?? '']}</Fact>
        <Fact name="Counted until">{clip.trackingUntil && <MomentText full at={clip.trackingUntil} />}</Fact>
      </Facts>
    </div>
  );
}

/** Links to a person: for admins to their admin page, for others to their public profile. */
const Person = ({ username, id }: { username: string; id: string | undefined }) => (
  <Link to={id ? paths.adminPerson(id) : paths.profile(username)} className="hover:underline">
    @{username}
  </Link>
);
