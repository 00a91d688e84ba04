import { isTest, type SourceFile } from './source.ts';

/** A sentence that people read in the source. */
export interface Prose {
  text: string;
  /** The line of the sentence's first character, counted from 1. */
  line: number;
}

interface Line extends Prose {
  /** Lines of the same kind that follow each other form one text. */
  kind: string;
}

const isCommented = (path: string): boolean => /\.(?:tsx?|mjs|js|css)$/.test(path);
const isSettings = (path: string): boolean => /^ops\/|^\.ci\/|\.(?:ya?ml|sh)$|^\.env/.test(path);

/** Whether a line begins a new text: a tag of a doc comment, or an item of a list. */
const beginsText = (text: string): boolean => /^(?:@|[-*] |\d+\. )/.test(text);

function linesOfComments(text: string): Line[] {
  let isOpen = false;
  let block = 0;
  return text.split('\n').flatMap((whole, index) => {
    const line = whole.trim();
    const at = index + 1;
    const of = (kind: string, comment: string): Line[] => {
      if (comment === '' || beginsText(comment)) block += 1;
      return [{ kind: `${kind} ${block}`, text: comment.replace(/^(?:[-*]|\d+\.) /, ''), line: at }];
    };
    if (isOpen || /^\{?\/\*/.test(line)) {
      isOpen = !line.includes('*/');
      return of(
        'block',
        line
          .replace(/^(?:\{?\/\*\*?|\*(?!\/))/, '')
          .replace(/\*\/.*$/, '')
          .trim(),
      );
    }
    const own = /^(?:\/\/|--)\s(.*)$/.exec(line);
    if (own) return of('line', own[1]!);
    const beside = / \/\/ (.*)$/.exec(line);
    return beside ? [{ kind: `beside ${index}`, text: beside[1]!, line: at }] : [];
  });
}

const TITLE =
  /(?:\b(?:it|test|describe|story)(?:\.[a-z]+)?|[\])}`]\))\(\n?\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/g;

/** Returns the lines of test titles. Titles begin with a small letter, so they get a capital as sentences. */
function linesOfTitles(text: string): Line[] {
  return [...text.matchAll(TITLE)].map((match) => {
    const title = match.slice(1).find((quoted) => quoted !== undefined)!;
    return {
      kind: `title ${match.index}`,
      text: title.charAt(0).toUpperCase() + title.slice(1).replace(/\s+/g, ' '),
      line: text.slice(0, match.index).split('\n').length,
    };
  });
}

const isSeparator = (line: string | undefined): boolean => /^\s*\|[-| :]+\|\s*$/.test(line ?? '');

/**
 * Returns the lines of a document. Headings, table heads and code examples are left out, because they are no
 * sentences. Each item and each row begins a text.
 */
function linesOfMarkdown(text: string): Line[] {
  let isExample = false;
  let block = 0;
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (/^\s*```/.test(line)) isExample = !isExample;
    if (/^\s*(?:[-*|>#]|\d+\.|$)/.test(line)) block += 1;
    if (isExample || /^\s*```|^#/.test(line) || isSeparator(line) || isSeparator(lines[index + 1])) return [];
    const bare = line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '');
    const cells = bare.startsWith('|') ? bare.split('|') : [bare];
    return cells.map((cell, at) => ({ kind: `${block} ${at}`, text: cell.trim(), line: index + 1 }));
  });
}

function linesBehind(mark: RegExp, text: string): Line[] {
  return text.split('\n').flatMap((line, index) => {
    const match = mark.exec(line);
    return match ? [{ kind: mark.source, text: match[1]!, line: index + 1 }] : [];
  });
}

function linesOf({ path, text }: SourceFile): Line[] {
  if (isCommented(path)) return [...linesOfComments(text), ...(isTest(path) ? linesOfTitles(text) : [])];
  if (path.endsWith('.md')) return linesOfMarkdown(text);
  if (path.endsWith('.sql')) return linesBehind(/--\s(.*)$/, text);
  return isSettings(path) ? linesBehind(/^\s*#\s(.*)$/, text) : [];
}

/** Removes code, words in quotation marks and addresses of links, which are not a text's own words. */
const ownWords = (text: string): string =>
  text
    .replace(/`[^`]*`/g, (code) => code.replace(/[^`\n]+/g, '…'))
    .replace(/"[^"\n]*"/g, '"…"')
    .replace(/\]\([^()\s]*\)/g, ']');

/** Joins consecutive lines of one kind to a text. Returns each text with the line in which it begins. */
function paragraphsOf(file: SourceFile): Prose[] {
  const found: Prose[] = [];
  let before: Line | undefined;
  for (const line of linesOf(file)) {
    const follows = before?.kind === line.kind && before.line === line.line - 1;
    if (follows && before?.text !== '') found.at(-1)!.text += `\n${line.text}`;
    else found.push({ text: line.text, line: line.line });
    before = line;
  }
  return found;
}

/** Returns every sentence of comments, test titles and documents, with the line in which it begins. */
export const sentencesOf = (file: SourceFile): Prose[] =>
  paragraphsOf(file).flatMap((paragraph) => {
    let { line } = paragraph;
    return ownWords(paragraph.text)
      .split(/(?<=[.!?]\s)/)
      .flatMap((part) => {
        const sentence = { text: part.trim().replaceAll('\n', ' '), line };
        line += part.split('\n').length - 1;
        return sentence.text ? [sentence] : [];
      });
  });
