import { use } from 'react';
import { cx } from './cx.ts';

type Parts = Record<string, string>;

const known = new Map<string, Parts | Promise<Parts>>();

/**
 * A text that the operator may replace, as HTML in parts. The build leaves a place for each part, and the server fills it at
 * start; where the browser draws the page itself, the text is fetched.
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

/** What the server put into the page that is being taken over; null when it is another page. */
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
    // The next try asks again.
    known.delete(name);
    throw error;
  }
}

interface ServedTextProps {
  as?: 'div' | 'ol';
  /** Its text and part, like "terms.body". */
  of: string;
  html: string | undefined;
  className?: string;
}

/** One part of a text in its place. */
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
