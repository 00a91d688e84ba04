import { parseAst } from 'vite';
import type { JudgeRegex, Verdict } from './regex-verdicts.ts';
import { type AllowedRegex, allowedRegexes } from './regexes-allowed.ts';
import { type Finding, isTest, lineAt, type SourceFile } from './source.ts';

/** Whether a file is checked. Tests are not, because they match only their own texts. */
const isChecked = ({ path }: SourceFile): boolean =>
  /^(?:contract|db|packages|scripts|server|simulator|web)\/.*\.(?:ts|tsx|mjs|js)$/.test(path) &&
  !isTest(path);

/** A regular expression of the source. `pattern` is null when it is built at run time. */
interface Found {
  path: string;
  line: number;
  written: string;
  pattern: string | null;
  flags: string;
}

/**
 * Finds regular expressions that don't take linear time, because a slow one lets a single request block the
 * server (docs/security.md). Exceptions are listed with the bound of their input.
 */
export async function slowRegexes(files: SourceFile[], judge: JudgeRegex): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const found of files.filter(isChecked).flatMap(regexesIn)) {
    const fix = await fixOf(found, judge);
    if (fix) findings.push({ path: found.path, line: found.line, fix });
  }
  return findings;
}

/** Finds exceptions that match no pattern. */
export function needlesslyAllowed(files: SourceFile[]): Finding[] {
  const all = files.filter(isChecked).flatMap(regexesIn);
  return allowedRegexes
    .filter((allowed) => !all.some((found) => isFor(allowed, found)))
    .map(({ path, begins = 'what is' }) => ({
      path: 'scripts/tidy/regexes-allowed.ts',
      line: 1,
      fix: `allows ${begins} in ${path}, which is not there any more; remove the entry`,
    }));
}

const isFor = (allowed: AllowedRegex, { path, written }: Pick<Found, 'path' | 'written'>): boolean =>
  path.startsWith(allowed.path) && written.startsWith(allowed.begins ?? '');

async function fixOf(found: Found, judge: JudgeRegex): Promise<string | null> {
  const { written, pattern, flags } = found;
  const isAllowed = allowedRegexes.some((allowed) => isFor(allowed, found));
  if (pattern === null)
    return isAllowed ? null : `write ${written} as a literal, because only those are checked; or ${LIST}`;
  if (!repeats(pattern)) return null;
  if (!isAllowed && looksFar(pattern))
    return `${written} may look through the whole text from each place; ${FAR}, or ${LIST}`;
  const verdict = await judge(pattern, flags);
  if (verdict.growth === 'linear' || (isAllowed && verdict.growth === 'polynomial')) return null;
  return `${written} ${reasons[verdict.growth]}${attackOf(verdict)}; ${FIX}, or ${LIST}`;
}

const FIX = 'let no two neighbours match the same character, anchor it, or read the text by plain code';
const FAR = 'bound the repetition in its look-around, as by {1,40}';
const LIST = 'name it in scripts/tidy/regexes-allowed.ts with the bound of its input';

const reasons: Record<Verdict['growth'], string> = {
  linear: '',
  polynomial: 'takes more than linear time',
  exponential: 'takes exponential time',
  unknown: 'could not be judged',
};
const attackOf = ({ attack }: Verdict): string => (attack ? ` on ${attack}` : '');

/** Replaces each escape and class of a pattern by a letter, so that only syntax remains. */
const bareOf = (pattern: string): string => pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*\]/g, 'x');

/**
 * Whether a pattern repeats a part. Without a repetition the time at each position has a bound, whatever the
 * input.
 */
const repeats = (pattern: string): boolean => /[*+]|\{\d+,\}|\{(?:\d+,)?\d{2,}\}/.test(bareOf(pattern));

/**
 * Whether a look-around repeats a part without a bound. The analyser can only guess at look-arounds, and
 * misses most of these.
 */
function looksFar(pattern: string): boolean {
  const open: boolean[] = [];
  for (const [sign] of bareOf(pattern).matchAll(/\(\?<?[=!]|\(|\)|[*+]|\{\d+,\}/g)) {
    if (sign === ')') open.pop();
    else if (sign.startsWith('(')) open.push(sign !== '(' || open.at(-1) === true);
    else if (open.at(-1)) return true;
  }
  return false;
}

function regexesIn({ path, text }: SourceFile): Found[] {
  // Files without a regular expression are skipped, because parsing takes most of the time.
  if (!text.includes('/') && !text.includes('RegExp')) return [];
  const found: Found[] = [];
  const note = (node: Node, pattern: string | null, flags: string) =>
    found.push({
      path,
      line: lineAt(text, node.start),
      written: text.slice(node.start, node.end),
      pattern,
      flags,
    });
  visit(parseAst(text, { lang: langOf(path) }), (node) => {
    if (node.regex) note(node, node.regex.pattern, node.regex.flags);
    if (node.callee?.name !== 'RegExp') return;
    const [pattern, flags] = (node.arguments ?? []).map(textOf);
    // A RegExp made from a literal is checked as that literal.
    if (!node.arguments?.[0]?.regex) note(node, flags === null ? null : (pattern ?? null), flags ?? '');
  });
  return found;
}

const langOf = (path: string) => (path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js');

/** The parts of ESTree's nodes that the rule reads. */
interface Node {
  start: number;
  end: number;
  regex?: { pattern: string; flags: string } | null;
  callee?: { name?: string };
  arguments?: Node[];
  value?: unknown;
  quasis?: { value: { cooked: string | null } }[];
}

/** Returns the text of a literal; null when a part is known only at run time. */
function textOf({ value, quasis }: Node): string | null {
  if (typeof value === 'string') return value;
  return quasis?.length === 1 ? (quasis[0]!.value.cooked ?? null) : null;
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, see);
  } else if (typeof node === 'object' && node !== null) {
    if ('start' in node) see(node as Node);
    for (const part of Object.values(node)) visit(part, see);
  }
}
