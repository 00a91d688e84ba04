/** What a paragraph of a plain mail is in HTML. */
export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'button'; url: string; label: string }
  /** `url` stood on the last line. */
  | { kind: 'lines'; lines: string[]; url: string | null };

/**
 * The paragraphs of a plain mail. "— Words —" alone is a heading, an address of this site alone a button with the next of
 * these labels. Other addresses stay text: what people write to each other makes no links.
 */
export function mailBlocks(text: string, appUrl: string, labels: readonly string[]): MailBlock[] {
  const left = [...labels];
  const isOwn = (line: string) => line.startsWith(`${appUrl}/`) && !/\s/.test(line);
  return text
    .trim()
    .split(/\n{2,}/)
    .map((part): MailBlock => {
      const lines = part.split('\n');
      const last = lines.at(-1)!;
      if (!isOwn(last)) return headingOf(part) ?? { kind: 'lines', lines, url: null };
      const label = lines.length === 1 ? left.shift() : undefined;
      return label
        ? { kind: 'button', url: last, label }
        : { kind: 'lines', lines: lines.slice(0, -1), url: last };
    });
}

function headingOf(part: string): MailBlock | null {
  const text = /^— (.+) —$/.exec(part)?.[1];
  return text ? { kind: 'heading', text } : null;
}
