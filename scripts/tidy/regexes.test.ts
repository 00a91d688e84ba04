import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judgeByAnalysis, remembering, type Verdict } from './regex-verdicts.ts';
import { needlesslyAllowed, slowRegexes } from './regexes.ts';
import { readTree, report } from './source.ts';

const root = join(import.meta.dirname, '../..');
/**
 * Time limit for all patterns of the tree on a first run, on a machine without the analyser's own program.
 */
const FIRST_RUN_MS = 600_000;

/** Returns the rule's findings in one file. */
const say = async (path: string, text: string): Promise<string> =>
  report(await slowRegexes([{ path, text }], judgeByAnalysis));

test(
  'no regular expression takes more than linear time unless the bound of its input is listed',
  async () => {
    const files = readTree(root);
    const { recheck } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies;
    const verdicts = remembering(
      join(root, `node_modules/.cache/permille/regexes-${recheck}.json`),
      judgeByAnalysis,
    );
    const findings = await slowRegexes(files, verdicts.judge);
    verdicts.save();
    expect(report([...findings, ...needlesslyAllowed(files)])).toBe('');
  },
  FIRST_RUN_MS,
);

test.each([
  ['the commas of a header', String.raw`text.split(/\s*,\s*/)`, 'more than linear'],
  ['a pattern of a schema', String.raw`z.string().regex(/^(\d+)*$/)`, 'exponential'],
  ['one between types', "const a = (b as string).replace(/0+$/, '') satisfies string;", 'more than linear'],
  ['the text of a constructor', "new RegExp('a+$')", 'more than linear'],
  ['a call without new', 'RegExp(`a+$`)', 'more than linear'],
])('%s that takes longer is named with its file and line', async (_name, code, reason) => {
  const found = await say('server/http/a.ts', `const a = 1;\n${code}\n`);
  expect(found).toMatch(/^server\/http\/a\.ts:2 {2}/);
  expect(found).toContain(`takes ${reason} time`);
  expect(found).toContain('let no two neighbours match the same character');
});

test("a look-around that repeats without a bound is named, because the analyser can't find its attacks", async () => {
  const found = await say('contract/a.ts', String.raw`text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')`);
  expect(found).toMatch(
    /^contract\/a\.ts:1 .* may look through the whole text from each place; bound the repetition/,
  );
  expect(await say('contract/a.ts', String.raw`/(?<=^\w+\s)x/.test(a)`)).toContain('from each place');
  expect(await say('contract/a.ts', String.raw`/^x+(?=[*+]\d{3}\+)y/.test(a)`)).toBe('');
});

test('a pattern that is built at run time is named, because nothing checks it', async () => {
  expect(await say('web/nouns/a.tsx', 'const a = <b>{new RegExp(name).source}</b>;')).toMatch(
    'web/nouns/a.tsx:1  write new RegExp(name) as a literal',
  );
});

test('linear patterns and those of tests are not named', async () => {
  const linear = `/^[^,]+(?:,[^,]+)*$/.test(a); /a{1,5}$/.test(a); a / b / c; new RegExp(/^x+$/, 'g');`;
  expect(await say('contract/a.ts', linear)).toBe('');
  expect(await say('server/http/a.test.ts', String.raw`/\s*,\s*/.test(a)`)).toBe('');
});

test('a listed bound of the input allows polynomial time, never exponential time', async () => {
  expect(await say('scripts/a.mjs', String.raw`/\s*,\s*/.test(a)`)).toBe('');
  expect(await say('scripts/a.mjs', String.raw`/^(\d+)*$/.test(a)`)).toContain('takes exponential time');
});

test('an exception without a use is named', () => {
  expect(report(needlesslyAllowed([]))).toContain('server/http/documents.ts, which is not there any more');
});

test('a linear pattern is analysed once, and any other again, because a busy machine may be the reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-regexes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const growths: Record<string, Verdict['growth']> = { easy: 'linear', hard: 'unknown', slow: 'polynomial' };
  const asked: string[] = [];
  const open = () =>
    remembering(join(folder, 'below/verdicts.json'), async (pattern) => {
      asked.push(pattern);
      return { growth: growths[pattern]! };
    });
  for (const _ of [1, 2]) {
    const { judge, save } = open();
    for (const pattern of Object.keys(growths)) await judge(pattern, 'g');
    save();
  }
  expect(asked).toEqual(['easy', 'hard', 'slow', 'hard', 'slow']);
  expect(await open().judge('easy', 'g')).toEqual({ growth: 'linear' });
});
