import { use } from 'react';
import { cx } from '#web/ui/cx.ts';

type Parts = Record<string, string>;

const known = new Map<string, Parts | Promise<Parts>>();

/**
 * Returns a text that the operator may replace, as HTML in parts. The build writes a placeholder for each
 * part, which the server fills when it starts. If the browser renders the page, it fetches the text.
 */
export function useServedText(name: string): Parts {
  if (typeof document === 'undefined') return places(name);
  const text = known.get(name) ?? remember(name, inDocument(name) ?? load(name));
  return text instanceof Promise ? use(text) : text;
}

const places = (name: string): Parts =>
  Object.fromEntries(['lead', 'contents', 'body'].map((part) => [part, `<!--text:${name}.${part}-->`]));

function remember(name: string, text: Parts | Promise<Parts>): Parts | Promise<Parts> {
  known.set(name, text);
  return text;
}

/** Returns the text that the server wrote into the document, or null if the document is another page's. */
function inDocument(name: string): Parts | null {
  const found = [...document.querySelectorAll<HTMLElement>(`[data-text^="${name}."]`)];
  if (found.length === 0) return null;
  return Object.fromEntries(found.map((part) => [part.dataset.text!.slice(name.length + 1), part.innerHTML]));
}

async function load(name: string): Promise<Parts> {
  try {
    const reply = await fetch(`/texts/${name}.json`);
    if (!reply.ok) throw new Error(`The text ${name} was answered with ${reply.status}.`);
    return (await reply.json()) as Parts;
  } catch (error) {
    // The text is forgotten, so that the next attempt fetches it again.
    known.delete(name);
    throw error;
  }
}

interface ServedTextProps {
  as?: 'div' | 'ol';
  /** Names the text and its part, such as "terms.body". */
  of: string;
  html: string | undefined;
  className?: string;
}

/** Shows one part of a text. */
export function ServedText({ as: Tag = 'div', of, html = '', className }: ServedTextProps) {
  return (
    <Tag
      data-text={of}
      className={cx('served', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown, which it lets hold no HTML
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
