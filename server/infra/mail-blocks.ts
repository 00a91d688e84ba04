/** A block of the HTML mail, made from a paragraph of the plain mail. */
export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'button'; url: string; label: string }
  /** `url` was the paragraph's last line; null without one. */
  | { kind: 'lines'; lines: string[]; url: string | null };

/**
 * Converts the paragraphs of a plain mail to blocks. A paragraph "— Words —" is a heading. A paragraph that
 * is only a URL of this site is a button with the next label. Other URLs remain text, so that people can't
 * send links to each other.
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
