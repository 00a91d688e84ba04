import { describe, expect, test } from 'vitest';
import { checksAreTestedRule } from './checks.ts';
import { errorRowsRule, errorsDocument, uniqueCodesRule } from './error-catalogue.ts';
import { faceRule, featureNameRule, importRules, moduleListRule, specifierRule } from './imports.ts';
import {
  docsNameCommandsRule,
  docsNameFilesRule,
  migrationsRule,
  pinnedRule,
  quotedTestsRule,
  requiredFilesRule,
} from './repository.ts';
import { schemaRule } from './schema.ts';
import { barrelRule, fileSizeRule, functionSizeRule, nameRule, sqlPlaceRule } from './shape.ts';
import { type Rule, report } from './source.ts';
import { everyTableOwnedRule, tableOwnerRule } from './table-owners.ts';
import { wiringRule } from './wiring.ts';
import { wordRules } from './words.ts';

/** Returns the findings of a rule on a tree of these files. */
const say = (rule: Rule, tree: Record<string, string>): string =>
  report(rule(Object.entries(tree).map(([path, text]) => ({ path, text }))));

const importing = (specifier: string): string => `import { it } from '${specifier}';\n`;

describe('imports', () => {
  test.each([
    ['contract/money.ts', '#server/app.ts'],
    ['contract/money.ts', 'kysely'],
    ['server/infra/db.ts', '#server/http/route.ts'],
    ['server/infra/db.ts', '../modules/ledger/ledger.ts'],
    ['server/http/route.ts', '#server/modules/accounts/accounts.ts'],
    ['server/modules/ledger/post.ts', '../earnings/earnings.ts'],
    ['server/modules/earnings/settle.ts', '../ledger/queries.ts'],
    ['server/modules/earnings/settle.test.ts', '../ledger/queries.ts'],
    ['server/modules/earnings/settle.ts', '#server/app.ts'],
    ['server/modules/earnings/settle.ts', '#web/ui/forms/button.tsx'],
    ['web/ui/forms/button.tsx', '#contract/listings/listings.ts'],
    ['web/ui/forms/button.tsx', '#web/nouns/views.tsx'],
    ['web/nouns/views.tsx', '#web/features/listings/card.tsx'],
    ['web/features/listings/card.tsx', '../earnings/figure.tsx'],
    ['web/features/listings/card.tsx', '#server/config.ts'],
    ['web/api/client.ts', '#web/ui/forms/button.tsx'],
    ['simulator/main.ts', '#server/infra/clock.ts'],
    ['server/app.ts', '../e2e/server.ts'],
  ])('%s may not import %s', (path, specifier) => {
    expect(say(importRules, { [path]: importing(specifier) })).toMatch(
      `${path}:1  imports ${specifier}; it may`,
    );
  });

  test.each([
    ['contract/money.ts', 'zod'],
    ['server/modules/earnings/settle.ts', '#server/modules/ledger/ledger.ts'],
    ['server/modules/ledger/post.test.ts', '#server/modules/earnings/earnings.ts'],
    ['server/modules/ledger/post.ts', './queries.ts'],
    ['web/features/listings/card.tsx', '#web/ui/forms/button.tsx'],
    ['web/ui/texts/money.tsx', '#contract/money.ts'],
    ['web/features/listings/card.tsx', '#web/nouns/views.tsx'],
    ['web/nouns/views.tsx', '#contract/tracking.ts'],
  ])('%s may import %s', (path, specifier) => {
    expect(say(importRules, { [path]: importing(specifier) })).toBe('');
  });

  test('refuses test support outside tests and benches', () => {
    const from = (path: string) => say(importRules, { [path]: importing('#server/testing/clips.ts') });
    expect(from('server/app.ts')).toMatch('which is for tests alone');
    expect(from('server/modules/earnings/settle.ts')).toMatch('which is for tests alone');
    expect(from('server/modules/earnings/settle.test.ts') + from('bench/feed.ts')).toBe('');
  });

  test('requires that a feature of the web is named after its module, also in the admin area', () => {
    const named = (path: string) => say(featureNameRule, { [path]: '' });
    expect(named('web/features/listings/host/card.tsx')).toBe('');
    expect(named('web/features/legal/terms.ts')).toBe('');
    expect(named('web/features/admin/payouts/trace.tsx')).toBe('');
    expect(named('web/features/review/card.tsx')).toContain('move review into the folder of its noun');
    expect(named('web/features/admin/desk/card.tsx')).toContain('move desk into the folder of its noun');
  });

  test('sees an import over several lines, a dynamic one and one for its effect', () => {
    const text =
      "import {\n  a,\n  b,\n} from '#server/app.ts';\nimport '#server/b.ts';\nawait import('#server/c.ts');\n";
    expect(say(importRules, { 'contract/x.ts': text }).split('\n')).toHaveLength(3);
  });

  test("refuses imports of a module's inner files from outside", () => {
    const tree = { 'server/app.ts': importing('./modules/ledger/queries.ts') };
    expect(say(faceRule, tree)).toMatch('server/app.ts:1  import server/modules/ledger/ledger.ts');
  });

  test('finds a module outside the order', () => {
    expect(say(moduleListRule, { 'server/modules/gifts/gifts.ts': '' })).toMatch(
      'put gifts into moduleOrder',
    );
  });

  test('finds long climbs, missing extensions and missing files', () => {
    const fix = (specifier: string) => say(specifierRule, { 'server/a/b/c.ts': importing(specifier) });
    expect(fix('../../../contract/money.ts')).toMatch('as a subpath import');
    expect(fix('./other')).toMatch('with its extension');
    expect(fix('./other.ts')).toMatch('does not exist');
  });
});

describe('shape', () => {
  test('finds a file above 300 lines', () => {
    expect(say(fileSizeRule, { 'server/a.ts': 'x();\n'.repeat(301) })).toMatch('has 301 lines');
    expect(say(fileSizeRule, { 'server/a.ts': 'x();\n'.repeat(300) })).toBe('');
  });

  test('finds a function above 70 lines', () => {
    const body = (lines: number) =>
      `export function long(\n  a: 1,\n): void {\n${'  x();\n'.repeat(lines)}}\n`;
    expect(say(functionSizeRule, { 'server/a.ts': body(67) })).toMatch(
      'server/a.ts:1  is a function of 71 lines',
    );
    expect(say(functionSizeRule, { 'server/a.ts': body(66) })).toBe('');
  });

  test.each([
    'server/utils/a.ts',
    'web/ui/helpers.ts',
    'contract/types.ts',
    'web/index.tsx',
    'web/ui/MyButton.tsx',
  ])('refuses the name %s', (path) => expect(say(nameRule, { [path]: '' })).not.toBe(''));

  test('finds a barrel, and accepts a file that also does something', () => {
    const passing = "export { a } from './a.ts';\nexport type { B } from './b.ts';\n";
    expect(say(barrelRule, { 'web/ui/all.ts': passing })).toMatch('remove this barrel');
    expect(say(barrelRule, { 'web/ui/all.ts': `${passing}export const c = 1;\n` })).toBe('');
  });

  test('finds SQL in routes', () => {
    const text = "const rows = db.selectFrom('users');\n";
    expect(say(sqlPlaceRule, { 'server/modules/ledger/routes.ts': text })).toMatch('move the SQL');
    expect(say(sqlPlaceRule, { 'server/modules/ledger/queries.ts': text })).toBe('');
  });
});

describe('words', () => {
  test.each([
    ['list states by hand', 'web/features/listings/a.tsx', 'data?.pages.flatMap((page) => page.rows)'],
    ['list states by hand', 'web/routes/a.tsx', '<ErrorState title="No." onRetry={() => refetch()}>'],
    ['nouns in the kit', 'web/ui/a.tsx', 'export function ListingRow(listing: Row) {'],
    ['environment', 'server/modules/ledger/a.ts', 'const port = process.env.PORT;'],
    ['console', 'server/app.ts', "console.log('here');"],
    ['any', 'server/app.ts', 'const a = b as any;'],
    ['any', 'server/app.ts', 'function f(a: any, b: string) {}'],
    ['any', 'server/app.ts', 'const a: Record<string, any> = {};'],
    ['silenced types', 'server/app.ts', '// @ts-ignore'],
    ['unfinished', 'README.md', 'Backups: TODO'],
    ['unfinished', 'server/app.ts', '// FIXME later'],
    ['skipped tests', 'server/a.test.ts', "test.skip('a', () => {});"],
    ['skipped tests', 'e2e/a.story.ts', "describe.only('a', () => {});"],
    ['sleeps', 'e2e/a.story.ts', 'await page.waitForTimeout(100);'],
    ['passing on everything', 'web/ui/a.ts', "export * from './b.ts';"],
    ['default exports', 'web/ui/a.tsx', 'export default function A() {}'],
    ['default exports', 'web/ui/a.tsx', 'export { A as default };'],
    ['real time', 'server/modules/ledger/post.ts', 'const at = new Date();'],
    ['real time', 'server/modules/ledger/post.ts', 'sql`update a set at = now()`'],
    ['conflicts', 'server/texts/a.md', '<<<<<<< HEAD'],
    ['conflicts', 'server/texts/a.md', '======='],
    ['machine paths', 'docs/a.md', 'see /home/someone/permille'],
    ['registry hosts', 'package-lock.json', '      "resolved": "https://registry.example/a.tgz",'],
    ['registry hosts', '.npmrc', 'registry=https://registry.example'],
  ])('%s: finds in %s: %s', (name, path, text) => {
    expect(say(wordRules[name]!, { [path]: `\n${text}\n` })).toMatch(`${path}:2  `);
  });

  test.each([
    ['list states by hand', 'web/ui/lists/query-list.tsx', 'data.pages.flatMap((page) => page.rows)'],
    ['nouns in the kit', 'web/nouns/a.tsx', 'export function ListingRow(listing: Row) {'],
    ['environment', 'server/config.ts', 'const env = process.env;'],
    ['any', 'server/app.ts', "const text = 'at any time'; // as any other"],
    ['default exports', 'e2e/global-setup.ts', 'export default () => prepareData(makePeople);'],
    ['real time', 'server/modules/ledger/post.ts', 'const at = clock.now();'],
    ['real time', 'server/modules/ledger/post.ts', ' * never now() in SQL'],
    ['console', 'scripts/start.mjs', "console.log('ready');"],
  ])('%s: accepts in %s: %s', (name, path, text) => {
    expect(say(wordRules[name]!, { [path]: text })).toBe('');
  });
});

describe('tables', () => {
  test.each([
    'update listings set a = 1',
    'INSERT INTO listings (a)'.toLowerCase(),
    "db.deleteFrom('listings')",
  ])('refuses a write by another module: %s', (text) => {
    expect(say(tableOwnerRule, { 'server/modules/earnings/a.ts': text })).toMatch('belongs to listings');
    expect(say(tableOwnerRule, { 'server/modules/listings/a.ts': text })).toBe('');
  });

  test('finds a table without an owner', () => {
    const text = 'create table gifts (\n  id uuid\n);';
    expect(say(everyTableOwnedRule, { 'db/baseline/0001_a.sql': text })).toMatch('name the owner of gifts');
  });

  test('finds a gap in the numbers and a table that schema.sql lacks', () => {
    expect(say(migrationsRule, { 'db/migrations/0095_a.sql': '' })).toMatch('must be number 0094');
    const twins = { 'db/migrations/0094_a.sql': '', 'db/migrations/0094_b.sql': '' };
    expect(say(migrationsRule, twins)).toMatch('db/migrations/0094_b.sql:1  must be number 0095');
    const tree = { 'db/baseline/0001_a.sql': 'create table gifts (id uuid);', 'db/schema.sql': 'users' };
    expect(say(migrationsRule, tree)).toMatch('does not know gifts');
  });

  test('finds a constraint without a name and a table without a comment', () => {
    const text = 'create table gifts (\n  constraint gifts_check1 CHECK (a > 0)\n);\n';
    expect(say(schemaRule, { 'db/schema.sql': text })).toMatch(
      /db\/schema.sql:2 {2}name gifts_check1 by what it demands.*\n.*db\/schema.sql:1 {2}say what gifts is for/s,
    );
    const told =
      "create table gifts (\n  constraint gifts_a_positive CHECK (a > 0)\n);\ncomment on table gifts is 'Presents.';";
    expect(say(schemaRule, { 'db/schema.sql': told })).toBe('');
  });
});

describe('repository', () => {
  test('finds missing documents', () => {
    expect(say(requiredFilesRule, { 'README.md': 'x' })).toMatch('CHANGELOG.md:1  is missing');
  });

  test('finds docs that name missing files or commands', () => {
    const tree = {
      'package.json': '{"scripts":{"start":"x"}}',
      'docs/a.md': 'See `server/gone.ts`.\n\n[b](b.md) and `npm run gone`, `npm run start`.',
    };
    expect(say(docsNameFilesRule, tree)).toBe(
      'docs/a.md:1  names server/gone.ts, which does not exist\ndocs/a.md:3  names docs/b.md, which does not exist',
    );
    expect(say(docsNameCommandsRule, tree)).toBe('docs/a.md:3  names npm run gone, which package.json lacks');
  });

  test('finds a quoted test whose title its file lacks', () => {
    const tree = {
      'web/a.test.ts': "test('the first', () => {});",
      'docs/a.md': '| it | `web/a.test.ts` "the first", "the second" |',
    };
    expect(say(quotedTestsRule, tree)).toBe(
      'docs/a.md:1  quotes "the second", which web/a.test.ts does not have',
    );
    const threat = { ...tree, 'docs/a.md': '| it | `web/a.test.ts` › "the second" |' };
    expect(say(quotedTestsRule, threat)).toContain('quotes "the second"');
    const coverage = { ...tree, 'docs/spec-coverage.md': '| it | `web/a.test.ts` |', 'docs/a.md': '' };
    expect(say(quotedTestsRule, coverage)).toBe(
      'docs/spec-coverage.md:1  names web/a.test.ts without the title of a test',
    );
  });

  test('finds a floating version', () => {
    const text = '{\n"dependencies": {\n"zod": "^4.0.0",\n"pg": "8.23.1"}}';
    expect(say(pinnedRule, { 'package.json': text })).toBe(
      'package.json:3  pin zod to one version instead of ^4.0.0',
    );
  });

  test('finds an error code that is declared twice', () => {
    const text = 'export const a = {\n  twice: {\n    status: 400,\n  },\n};\n';
    const tree = { 'contract/errors/a.ts': text, 'contract/errors/b.ts': text };
    expect(say(uniqueCodesRule, tree)).toMatch(
      'contract/errors/b.ts:2  rename twice; contract/errors/a.ts:2',
    );
  });

  test('finds a missing or altered row of docs/errors.md', () => {
    const catalogue = { gone: { status: 404, title: 'Gone', detail: 'It is gone.' } };
    const text = errorsDocument(catalogue);
    const check = (document: string) => say(errorRowsRule(catalogue), { 'docs/errors.md': document });
    expect(check(text)).toBe('');
    expect(check(text.replace('404', '410'))).toMatch('run npm run docs:errors');
    expect(check('')).toMatch('docs/errors.md:1  is out of date');
  });
});

test('requires a test with its number for a security check that the docs call done', () => {
  const page = { 'docs/security.md': '| 7 | origin | done | here |\n| 26 | webhooks | later | - |\n' };
  expect(say(checksAreTestedRule, page)).toMatch('docs/security.md:1  calls check 7 done');
  const tested = { ...page, 'server/a.test.ts': "test('checks 6 and 7: cookies and origin', () => {});" };
  expect(say(checksAreTestedRule, tested)).toBe('');
});

test("allows only the app and a module's own tests to build the module", () => {
  const face = { 'server/modules/earnings/earnings.ts': 'export function createEarningsModule() {}' };
  const text = 'const [job] = createEarningsModule({ db, cancelWaiting }).jobs!;';
  const allowed = ['server/build-modules.ts', 'server/modules/earnings/settle.test.ts'];
  for (const path of allowed) expect(say(wiringRule, { ...face, [path]: text })).toBe('');
  const others = ['server/modules/payouts/withdraw.test.ts', 'server/testing/closing.ts', 'bench/settle.ts'];
  for (const path of others)
    expect(say(wiringRule, { ...face, [path]: text })).toMatch('builds a module by createEarningsModule');
});
