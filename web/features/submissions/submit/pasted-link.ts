import { useEffect, useEffectEvent } from 'react';
import { parsePostUrl } from '#contract/platforms/post-url.ts';

/**
 * Returns the text for the form's link field. A pasted text that is only a link is returned unchanged. A text
 * with links to several posts is returned whole, so that the person can choose one. From any other text only
 * the link is returned. Null if the text has no link to a post.
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
 * Returns the pasted text in the format that contains a link. Some apps copy a link only as a URI, or only in
 * HTML whose text is a title.
 */
export function pastedText(data: Pick<DataTransfer, 'getData'> | null): string {
  const given = ['text/plain', 'text/uri-list', 'text/html'].map((type) => data?.getData(type) ?? '');
  return given.find((text) => linkIn(text) !== null) ?? given.find(Boolean) ?? '';
}

/**
 * Returns the link that a phone's Share menu sent. Most apps put a sentence with the link into `text`, and
 * some put the link into `url`.
 */
export function sharedLink(params: Pick<URLSearchParams, 'get'>): string {
  const given = ['url', 'text', 'title'].map((name) => params.get(name) ?? '');
  return given.map(linkIn).find((link) => link !== null) ?? given.find((text) => text.trim()) ?? '';
}

/** Fields in which a pasted link may be part of a longer text, so that it must stay there. */
const OWN_TEXT = 'textarea, [contenteditable], [role="dialog"], [data-field="url"]';

const EDITABLE = 'input, textarea, select, [contenteditable]';

/**
 * Returns the link for the form after a text was pasted outside the form's link field, or null. If no other
 * field has the focus, a link that leads to no post is returned too, so that the form shows why it is
 * refused.
 */
export function linkFor(text: string, isInField: boolean): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  return linkIn(text) ?? (!isInField && /^https?:\/\/[!-~]{4,1000}$/i.test(line) ? line : null);
}

/** Calls `take` with each link that is pasted anywhere on the page. */
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
