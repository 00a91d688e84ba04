import { expect, test } from 'vitest';
import { report } from './source.ts';
import { tableFilesRule } from './table-files.ts';

const say = (tree: Record<string, string>): string =>
  report(tableFilesRule(Object.entries(tree).map(([path, text]) => ({ path, text }))));

test("finds a page's table without its file", () => {
  const path = 'web/features/listings/host/old-listings.tsx';
  for (const drawn of ['<Table rows={rows} />', '<QueryTable\n  of={found} />', '<table>'])
    expect(say({ [path]: drawn })).toMatch('shows a table without its file');
  const allowed = {
    [path]: '<TablePanel csv={csv} />',
    'web/features/listings/host/new-listings.tsx': '<CsvLink href={csv} /><QueryTable of={found} />',
    'web/ui/lists/query-table.tsx': '<Table rows={rows} />',
  };
  expect(say(allowed)).toBe('');
});
