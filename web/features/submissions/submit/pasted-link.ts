import { useEffect, useEffectEvent } from 'react';
import { parsePostUrl } from '#contract/post-url.ts';

/**
 * What the form shows of a pasted text: a link that stands alone as it is, else the clean link; a text with links to several
 * posts whole, so that one can be chosen. Null where it holds no link to a post.
 */
export function linkIn(text: string): string | null {
  const parsed = parsePostUrl(text);
  const line = text.replace(/\s+/g, ' ').trim();
  if (!parsed.ok && parsed.reason === 'not_recognised') return null;
  const standsAlone = /^https:\/\/[!-~]*[\w/=-]$/.test(line) && !line.includes('://', 8);
  if (standsAlone || (!parsed.ok && parsed.reason !== 'needs_resolve')) return line;
  return parsed.ok ? parsed.canonicalUrl : parsed.resolveUrl;
}

/** Some apps copy a link only as an address, or only as a part of a page. */
export const pastedText = (data: Pick<DataTransfer, 'getData'> | null): string =>
  ['text/plain', 'text/uri-list', 'text/html'].map((type) => data?.getData(type) ?? '').find(Boolean) ?? '';

/** What a phone's Share menu hands over: most apps put sentence and link into the text, some the link into the address. */
export function sharedLink(params: Pick<URLSearchParams, 'get'>): string {
  const given = ['url', 'text', 'title'].map((name) => params.get(name) ?? '');
  return given.map(linkIn).find((link) => link !== null) ?? given.find((text) => text.trim()) ?? '';
}

/** Texts of their own, in which a link may be meant as a part of the text. */
const OWN_TEXT = 'textarea, [contenteditable], [role="dialog"], [data-field="url"]';

/** Takes a link to a post that is pasted anywhere on the page. */
export function usePastedLink(take: (link: string) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(OWN_TEXT))) return;
    const link = linkIn(pastedText(event.clipboardData));
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
