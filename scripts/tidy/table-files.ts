import { isTest, lineAt, type Rule } from './source.ts';

/** Tables without a downloadable file. For each, the reason. */
const excepted: Record<string, string> = {
  'web/features/admin/cohorts/cohort.tsx': 'parts of one object, all of them on its page',
  'web/features/admin/object-parts.tsx':
    'parts of one object, all of them on its page; its lists have their files',
  'web/features/admin/ledger/trial-balance-table.tsx': 'its page has the file',
  'web/features/admin/scoring/score-proposal.tsx':
    'one proposal, four lines at most, gone once it is decided',
  'web/features/marketing/scenarios.tsx': 'a worked example',
  'web/features/submissions/clip/settlements.tsx': 'a part of the receipt, whose page has the file',
  'web/features/submissions/clip/receipt-figures.tsx': 'a part of the receipt, whose page has the file',
};

/** Matches a table, except for the two components whose types require the file's URL. */
const table = /<(?:Table|QueryTable|table)\b/;

/** Every table that people read must be downloadable as a file. */
export const tableFilesRule: Rule = (files) =>
  files
    .filter(
      ({ path }) => /^web\/(?:features|routes)\/.*\.tsx$/.test(path) && !isTest(path) && !excepted[path],
    )
    .flatMap(({ path, text }) => {
      const at = text.search(table);
      if (at < 0 || text.includes('<CsvLink')) return [];
      const fix =
        'shows a table without its file; use TablePanel or FilteredTable, or put a CsvLink beside it';
      return [{ path, line: lineAt(text, at), fix }];
    });
