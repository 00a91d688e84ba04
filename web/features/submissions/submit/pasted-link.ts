import { useEffect, useEffectEvent } from 'react';
import { parsePostUrl } from '#contract/platforms/post-url.ts';

/**
 * Returns the form's text for a pasted text: a link that is the whole text, unchanged; a text with links to
 * several posts, whole, so that one can be chosen; and the clean link of any other text. Null when the text
 * has no link to a post.
 */
export function linkIn(text: string): string | null {
  const parsed = parsePostUrl(text);
  const line = text.replace(/\s+/g, ' ').trim();
  if (!parsed.ok && parsed.reason === 'not_recognised') return null;
  const standsAlone = /^https:\/\/[!-~]*[\w/=-]$/.test(line) && !line.includes('://', 8);
  if (standsAlone || (!parsed.ok && parsed.reason !== 'needs_resolve')) return line;
  return parsed.ok ? parsed.canonicalUrl : parsed.resolveUrl;
}

/**
 * The pasted text with a link if any format has one: some apps copy a link only as a URI, or only in HTML
 * whose text is a title.
 */
export function pastedText(data: Pick<DataTransfer, 'getData'> | null): string {
  const given = ['text/plain', 'text/uri-list', 'text/html'].map((type) => data?.getData(type) ?? '');
  return given.find((text) => linkIn(text) !== null) ?? given.find(Boolean) ?? '';
}

/** The link from a phone's Share menu. Most apps put sentence and link into `text`, some put the link into `url`. */
export function sharedLink(params: Pick<URLSearchParams, 'get'>): string {
  const given = ['url', 'text', 'title'].map((name) => params.get(name) ?? '');
  return given.map(linkIn).find((link) => link !== null) ?? given.find((text) => text.trim()) ?? '';
}

/** Fields in which a pasted link may be part of a longer text. */
const OWN_TEXT = 'textarea, [contenteditable], [role="dialog"], [data-field="url"]';

const EDITABLE = 'input, textarea, select, [contenteditable]';

/**
 * The link to put into the form when a text is pasted outside its link field. If no other field has the
 * focus, that includes a link to no post, so that the form says why it is refused.
 */
export function linkFor(text: string, isInField: boolean): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  return linkIn(text) ?? (!isInField && /^https?:\/\/[!-~]{4,1000}$/i.test(line) ? line : null);
}

/** Calls `take` with a link that is pasted anywhere on the page. */
export function usePastedLink(take: (link: string) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(OWN_TEXT))) return;
    const isInField = event.target instanceof Element && event.target.closest(EDITABLE) !== null;
    const link = linkFor(pastedText(event.clipboardData), isInField);
    if (link === null) return;
    event.preventDefault();
    take(link);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
