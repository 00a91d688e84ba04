import { Link } from 'react-router';
import { type PostPlatform, platforms } from '#contract/platforms.ts';
import { postHref } from '#web/nouns/post-link.ts';
import { paths } from '#web/routes/paths.ts';

export const linkStyle = 'font-semibold underline decoration-line-strong underline-offset-3';

/** Links to a clip and to the listing's instructions. */
export function ClipLinks({ clip }: { clip: { url: string; platform: PostPlatform; listingId: string } }) {
  return (
    <>
      <a href={postHref(clip.url)} target="_blank" rel="noopener noreferrer" className={linkStyle}>
        Watch it on {platforms[clip.platform].name}
        <span className="sr-only"> (new tab)</span>
      </a>
      <Link to={paths.listing(clip.listingId)} target="_blank" className={linkStyle}>
        What the listing asks for
        <span className="sr-only"> (new tab)</span>
      </Link>
    </>
  );
}
