import { describe, expect, test } from 'vitest';
import { glossaryPageRule, privateWordsRule } from './private-words.ts';
import { type Rule, report } from './source.ts';

const say = (rule: Rule, tree: Record<string, string>): string =>
  report(rule(Object.entries(tree).map(([path, text]) => ({ path, text }))));

describe('the words of the glossary', () => {
  test.each([
    ['server/modules/payouts/book-moves.ts', 'async function tell(tx: Tx) {}', 'notify'],
    ['server/modules/payouts/book-moves.ts', 'export const tellClipper = 1;', 'notify'],
    ['server/modules/payouts/book-moves.ts', 'const { said, other } = it;', 'error'],
    ['server/modules/payouts/tell-late.job.ts', '', 'notify'],
    ['server/app.ts', 'const dueWork = [];', 'job'],
    ['web/features/payouts/card.tsx', '<p>A mended clip to review</p>', 'fix'],
    ['contract/errors/common.ts', "detail: 'The file can not be read.',", "can't"],
    ['db/schema.sql', 'create table request_keys (', 'idempotency_keys'],
    ['docs/ledger.md', 'in the demo its stand-in answers', 'simulator'],
  ])('%s: refuses %s', (path, text, but) => {
    expect(say(privateWordsRule, { [path]: text })).toMatch(new RegExp(`^${path}:1 .*; write .*${but}`));
  });

  test('accepts plain English in comments and texts', () => {
    const plain = `
      // Plain English uses of these words: "within 24 hours", "the bank said".
      const text = 'Write to us and tell us what breaks. There is no room left for this video.';
      const list = <p>Without the reference nobody can tell that the transfer is yours.</p>;`;
    expect(say(privateWordsRule, { 'web/features/support/community.tsx': plain })).toBe('');
  });

  test('the page lists every word that the rule refuses', () => {
    expect(say(glossaryPageRule, { 'docs/glossary.md': '| desk | admin | |' })).toMatch(
      'lacks the row "| mend |"',
    );
    expect(say(glossaryPageRule, {})).toMatch('is missing');
  });
});
