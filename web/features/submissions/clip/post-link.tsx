import type { Clip } from '#contract/clips/clips.ts';
import { shortLink } from '#web/nouns/clip-name.tsx';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { postHref } from '#web/nouns/post-link.ts';

/** A link that opens the post on its platform in a new tab. */
export const PostLink = ({ clip: { url, platform } }: { clip: Pick<Clip, 'url' | 'platform'> }) => (
  <a
    href={postHref(url)}
    target="_blank"
    rel="noopener noreferrer"
    className="flex min-h-6 items-center gap-1.5 hover:underline"
  >
    <PlatformIcon platform={platform} />
    <span className="sr-only">Open post</span>
    <span className="wrap-anywhere">{shortLink(url, 28)}</span>
    <span className="sr-only">(new tab)</span>
  </a>
);
