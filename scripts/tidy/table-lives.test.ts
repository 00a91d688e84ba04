import { expect, test } from 'vitest';
import { report } from './source.ts';
import { tableLivesRule } from './table-lives.ts';

const say = (page: string): string =>
  report(
    tableLivesRule([
      { path: 'db/schema.sql', text: 'create table gifts (\n);\ncreate table thanks (\n);\n' },
      { path: 'docs/security.md', text: page },
    ]),
  );

test('finds a table whose rows have no end in docs/security.md, and one that is documented elsewhere', () => {
  const page = '`thanks`\n\n## How long rows are kept\n\n`gifts` for a year.\n';
  expect(say(page)).toMatch(/^docs\/security\.md:3 {2}say how long rows of thanks are kept/);
  expect(say(`${page}\`thanks\` for ever.\n`)).toBe('');
});
