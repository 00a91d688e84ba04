import type { ErrorRow } from '#contract/errors.ts';
import { type Finding, lineAt, type Rule } from './source.ts';

interface Declared {
  path: string;
  line: number;
}

/** A code may be declared once, because a second declaration would silently replace the first. */
export const uniqueCodesRule: Rule = (files) => {
  const seen = new Map<string, Declared>();
  return files
    .filter(({ path }) => /^contract\/errors\/[\w-]+\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}(\w+): \{/gm)].flatMap((match): Finding[] => {
        const code = match[1]!;
        const line = lineAt(text, match.index);
        const first = seen.get(code);
        if (!first) seen.set(code, { path, line });
        return first
          ? [{ path, line, fix: `rename ${code}; ${first.path}:${first.line} has it already` }]
          : [];
      }),
    );
};

const head = `# Every refusal, by code

Written by \`npm run docs:errors\` from \`contract/errors.ts\`. A refusal is answered as problem details (RFC 9457) with
the code in \`code\`, the title in \`title\` and the message in \`detail\`; the person reads the title and the message.

| code | status | title | message |
|---|---|---|---|
`;

/** Returns the required content of docs/errors.md: one row per code, ordered by status, then by code. */
export function errorsDocument(catalogue: Record<string, ErrorRow>): string {
  const rows = Object.entries(catalogue)
    .toSorted(([a, one], [b, other]) => one.status - other.status || (a < b ? -1 : 1))
    .map(([code, { status, title, detail }]) => `| \`${code}\` | ${status} | ${title} | ${detail} |\n`);
  return head + rows.join('');
}

/** docs/errors.md must match the catalogue. */
export const errorRowsRule =
  (catalogue: Record<string, ErrorRow>): Rule =>
  (files) => {
    const path = 'docs/errors.md';
    const lines = (files.find((file) => file.path === path)?.text ?? '').split('\n');
    const wanted = errorsDocument(catalogue).split('\n');
    const length = Math.max(lines.length, wanted.length);
    const line = Array.from({ length }).findIndex((_, index) => lines[index] !== wanted[index]) + 1;
    return line === 0 ? [] : [{ path, line, fix: 'is out of date; run npm run docs:errors' }];
  };
