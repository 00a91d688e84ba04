import { describe, expect, test } from 'vitest';
import { sentencesOf } from './prose.ts';
import { report } from './source.ts';
import { voiceRule } from './voice.ts';

const say = (path: string, text: string): string => report(voiceRule([{ path, text }]));
const sentences = (path: string, text: string): string[] =>
  sentencesOf({ path, text }).map((sentence) => `${sentence.line} ${sentence.text}`);

describe('sentences that must be read twice', () => {
  test.each([
    ['What a clip earns.', 'What', 'name the subject first'],
    ['Whoever is gone by now would never be forgotten.', 'Whoever', 'name the subject first'],
    ['Where no key is set, payments are simulated.', 'Where', 'name the subject first'],
    ['So many are known at a time.', 'So many', 'name the subject first'],
    ['None of them retries.', 'None', 'name the subject first'],
    ['The pool is opened anew.', 'anew', 'write "again"'],
    ['A hash in place of the key.', 'in place of', 'write "instead of"'],
    ['The upload goes on after a restart.', 'goes on', 'write "continues"'],
    ['The host is told at once.', 'is told', 'name who notifies whom'],
    ['Each job has a connection of its own.', 'of its own', 'write "its own …"'],
    ['Each job has a pool of its own, which it closes.', 'of its own', 'write "its own …"'],
    ['Each job has a pool of its own in the worker.', 'of its own', 'write "its own …"'],
    ['The job stops by itself.', 'by itself', 'write "automatically"'],
    ['The limit stands above the list.', 'stands', 'write "is"'],
    ['Its licence lies beside the font.', 'lies', 'write "is"'],
    ['Each row bears a label.', 'bears', 'write "has"'],
    ['The reply comes late.', 'comes', 'write "arrives"'],
    ['All jobs but for the last.', 'but for', 'write "except"'],
    ['Every one that waits is paid.', 'Every one that', 'write "each"'],
  ])('%s', (sentence, words, fix) => {
    const found = say('server/a.ts', `const a = 1;\n/** ${sentence} */\n`);
    expect(found).toContain(`server/a.ts:2  "${words}": ${fix}`);
    expect(found).toContain('(docs/voice.md)');
  });

  test.each([
    'Returns the rows; null when the clip is gone.',
    'What does a clip earn?',
    'Which of the two lists is newer, and why do the pages show another one?',
    'The rate comes from the listing.',
    'The two can’t be told apart.',
    'First come, first served.',
    'The payment comes back to the account.',
    'The views of their own clips are not counted.',
    'The letters stand for the currency.',
    'A `where` or `lies` in code is no word: `comes`.',
    'A title in quotation marks is quoted, "none of these comes from here", as is "lies".',
    'The address of a link is no word ([why](decisions/0001-what-comes-again.md)).',
    'The outcome becomes known; the bearer forbears.',
  ])('pass when they are plain: %s', (sentence) => {
    expect(say('server/a.ts', `// ${sentence}\n`)).toBe('');
    expect(say('docs/a.md', `${sentence}\n`)).toBe('');
  });

  test('pass in released migrations and in the pages that list the words', () => {
    for (const path of ['db/migrations/0001_a.sql', 'scripts/tidy/a.ts', 'docs/voice.md', 'docs/glossary.md'])
      expect(say(path, '-- Written anew.\n// Written anew.\nWritten anew.\n')).toBe('');
  });
});

describe('sentences are read', () => {
  test('from comments of each form, over several lines, without their marks', () => {
    const text = `
/** One line. */
/**
 * The first sentence goes
 * over two lines. The second

 * ends without a mark
 *
 * - an item
 * @throws an error
 */
const a = 2
  * 3; // beside the code
// The third goes
// over two lines.
{/* In markup. */}
await sql\`
  -- In a statement.
  select 1\`;
`;
    expect(sentences('web/a.tsx', text)).toEqual([
      '2 One line.',
      '4 The first sentence goes over two lines.',
      '5 The second',
      '7 ends without a mark',
      '9 an item',
      '10 @throws an error',
      '13 beside the code',
      '14 The third goes over two lines.',
      '16 In markup.',
      '18 In a statement.',
    ]);
  });

  test('from titles of tests, wherever the call breaks, with a capital', () => {
    const text = `
test('what waits', () => {});
test.each([['a', 1]])("refuses %s", () => {});
test.each([
  ['a'],
])(
  'whose file is gone: %s',
  () => {},
);
describe(\`over \${two}
  lines\`, () => {});
notATest('what is no title', 1);
`;
    expect(sentences('server/a.test.ts', text)).toEqual([
      '2 What waits',
      '3 Refuses %s',
      '6 Whose file is gone: %s',
      `10 Over \${two} lines`,
    ]);
    expect(sentences('server/a.ts', text)).toEqual([]);
    expect(say('server/a.test.ts', text)).toMatch(/^server\/a\.test\.ts:2 {2}"What".*\n.*:6 {2}"Whose".*$/);
  });

  test('from SQL, styles, settings and scripts', () => {
    expect(sentences('db/a.sql', 'select 1; -- One\n-- more\n')).toEqual(['1 One more']);
    expect(sentences('web/a.css', '/* One. */\n* { margin: 0 }\n')).toEqual(['1 One.']);
    expect(sentences('.env.example', '# One\n# more.\n#KEY=\n#\n# Two.\n')).toEqual([
      '1 One more.',
      '5 Two.',
    ]);
    expect(sentences('ops/permille.service', '# One.\n[Unit]\n')).toEqual(['1 One.']);
    expect(sentences('ops/make.sh', 'cd a # not a line\n# One.\n')).toEqual(['2 One.']);
  });

  test('from documents: paragraphs, items and cells, but no headings, heads of tables or examples', () => {
    const text = `
# What it is

A paragraph goes
over two lines. It
ends.
- An item
- Another, with \`code: what. comes\`
1. A step

| What | Where |
|---|---|
| A cell | Another |

\`\`\`sh
what is code
\`\`\`
> A quotation
`;
    expect(sentences('docs/a.md', text)).toEqual([
      '4 A paragraph goes over two lines.',
      '5 It ends.',
      '7 An item',
      '8 Another, with `…`',
      '9 A step',
      '13 A cell',
      '13 Another',
      '18 A quotation',
    ]);
  });
});
