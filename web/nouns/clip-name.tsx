import { cx } from '#web/ui/cx.ts';

interface Named {
  caption: string;
  url: string;
}

/**
 * Shortens a link so that it differs from the links to other posts: it keeps the site and the end, which is the
 * post's id. "tiktok.com/…0000123"
 */
export function shortLink(url: string, length = 24): string {
  const bare = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  if (bare.length <= length) return bare;
  const site = bare.slice(0, bare.indexOf('/') + 1);
  return `${site}…${bare.slice(Math.min(site.length - length + 1, -4))}`;
}

/** Names a clip in a line of text: by its caption, or by its link if no caption is known. */
export const clipName = ({ caption, url }: Named): string =>
  caption.replace(/\s+/g, ' ').trim() || shortLink(url);

/** Characters of the link's end that follow a caption. Platforms give different posts different ones. */
const END = 6;

/**
 * Shows what distinguishes a clip from others of the same person: the caption and the end of the link. It fills the
 * width that other content gives, because a long caption would widen a table's column beyond the page.
 */
export function ClipName({ caption, url, className }: Named & { className?: string }) {
  const name = clipName({ caption, url });
  const end = name === shortLink(url) ? null : shortLink(url).slice(-END);
  return (
    <span title={name} className={cx('flex w-0 min-w-full gap-1.5 text-muted text-sm', className)}>
      <bdi className="min-w-0 truncate">{name}</bdi>
      {end ? <span className="shrink-0">…{end}</span> : null}
    </span>
  );
}
