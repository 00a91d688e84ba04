import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountKinds } from '#contract/ledger/ledger.ts';
import { ACCOUNT_LABELS, MOVEMENT_LABELS } from './labels.ts';
import { MOVEMENTS } from './rules.ts';

const page = readFileSync('docs/ledger.md', 'utf8');
const rowsUnder = (heading: string): string[] => {
  const part = page.slice(page.indexOf(`\n## ${heading}\n`)).split(/\n## /)[1]!;
  return part.split('\n').filter((line) => line.startsWith('| `'));
};

/** Returns the name of an account in the document, which writes all clearing accounts as "clearing_*". */
const inWords = (kind: string): string => (kind.startsWith('clearing_') ? 'clearing_*' : kind);

test('the chart of accounts in docs/ledger.md names every kind of account and no other', () => {
  const named = rowsUnder('Chart of accounts').map((row) => row.split(' | ').slice(0, 2).join(' | '));
  expect(named).toEqual(accountKinds.map((kind) => `| \`${kind}\` | ${ACCOUNT_LABELS[kind]}`));
});

test('docs/ledger.md shows every movement of rules.ts as debit → credit, and no other', () => {
  const known = Object.entries(MOVEMENTS).map(([kind, pairs]) => {
    const runs = new Set(pairs.map(([debit, credit]) => `${inWords(debit)} → ${inWords(credit)}`));
    return `| \`${kind}\` | ${MOVEMENT_LABELS[kind as keyof typeof MOVEMENTS]} | ${[...runs].join(', ')} |`;
  });
  expect(rowsUnder('Movements')).toEqual(known);
});
