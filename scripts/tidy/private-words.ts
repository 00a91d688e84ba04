import { glossary } from './glossary.ts';
import { type Finding, isCode, lineAt, type Rule, type SourceFile } from './source.ts';

/** Files that are left out: those that list the words, and history (decisions, the changelog). */
const exempt =
  /^(?:scripts\/tidy\/|docs\/glossary\.md$|docs\/decisions\/|package-lock\.json$|db\/types\.ts$)/;

/**
 * Converts `tellClipper`, `tell_clipper` and `TELL_CLIPPER` to `tell-clipper`. A single word keeps its
 * capital, such as `Room`.
 */
export function kebab(name: string): string {
  const parts = name.replace(/([a-z\d])([A-Z])/g, '$1-$2').replace(/_+/g, '-');
  return parts.includes('-') ? parts.toLowerCase().replace(/^-|-$/g, '') : name;
}

const strings = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/**
 * Matches compounds, which are names anywhere. A single word is a name only where it is declared, because
 * prose uses it too.
 */
const joined = /\b[A-Za-z]\w*(?:[a-z\d][A-Z]|_)\w*/g;
const declared =
  /\b(?:const|let|function|class|interface|type)\s+([A-Za-z]+)\b|(?:^|[{(,])\s*(?:const |async )?([A-Za-z]+)(?=\??: |, | [}=]|\()/gm;

function namesIn({ path, text }: SourceFile): { name: string; at: number }[] {
  const own = path.split('/').map((part) => ({ name: part.replace(/\..*$/, ''), at: 0 }));
  if (path.endsWith('.sql')) {
    const code = text.replace(/--[^\n]*/g, blank).replace(strings, blank);
    return [
      ...own,
      ...[...code.matchAll(/\b[a-z]+(?:_[a-z]+)*\b/g)].map((m) => ({ name: m[0], at: m.index })),
    ];
  }
  if (!isCode({ path, text })) return own;
  const code = text.replace(comments, blank).replace(strings, blank);
  return [
    ...own,
    ...[...code.matchAll(joined)].map((match) => ({ name: match[0], at: match.index })),
    ...[...code.matchAll(declared)].map((m) => ({ name: (m[1] ?? m[2])!, at: m.index })),
  ];
}

/** Names and texts must use the words of docs/glossary.md. */
export const privateWordsRule: Rule = (files) =>
  files.filter(({ path }) => !exempt.test(path)).flatMap(findingsIn);

function findingsIn(file: SourceFile): Finding[] {
  const entries = glossary.filter(({ except }) => !except?.test(file.path));
  const found = new Map<string, Finding>();
  const add = (word: string, line: number, but: string) =>
    found.set(`${word} ${line}`, {
      path: file.path,
      line,
      fix: `has the private word "${word}"; write ${but} (docs/glossary.md)`,
    });
  for (const { name, at } of namesIn(file)) {
    const spelled = kebab(name);
    for (const entry of entries) if (entry.name?.test(spelled)) add(name, lineAt(file.text, at), entry.but);
  }
  for (const { text, but } of entries) {
    if (!text?.test(file.text)) continue;
    for (const [index, line] of file.text.split('\n').entries()) {
      const word = text.exec(line)?.[0];
      if (word) add(word, index + 1, but);
    }
  }
  return [...found.values()];
}

/** docs/glossary.md must list every word that the rule refuses. */
export const glossaryPageRule: Rule = (files) => {
  const page = files.find(({ path }) => path === 'docs/glossary.md');
  if (!page) return [{ path: 'docs/glossary.md', line: 1, fix: 'is missing' }];
  return glossary
    .filter(({ not }) => !page.text.includes(`| ${not} |`))
    .map(({ not }) => ({
      path: page.path,
      line: 1,
      fix: `lacks the row "| ${not} |" of scripts/tidy/glossary.ts`,
    }));
};
