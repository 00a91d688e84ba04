export const externalStatementErrors = {
  statement_unreadable: {
    status: 422,
    title: 'Statement not imported',
    detail: 'The file can’t be read as a statement. Nothing of it was imported.',
  },
  statement_conflict: {
    status: 409,
    title: 'Statement not imported',
    detail:
      'A line of it was imported before with another amount. Nothing of it was imported; ask the other side which one holds.',
  },
  statement_not_offered: {
    status: 409,
    title: 'No report to fetch',
    detail: 'This account has no report that can be fetched. Import a file instead.',
  },
  statement_unreachable: {
    status: 503,
    title: 'Report not fetched',
    detail: 'The other side did not give its report. Try again in some minutes, or import a file.',
  },
  line_settled: {
    status: 409,
    title: 'Already settled',
    detail: 'This line was matched or explained before. The list now shows what became of it.',
  },
  line_not_money_in: {
    status: 409,
    title: 'Nothing to hold',
    detail:
      'Only money that came in, in whole cents of US dollars, can go to suspense. Explain the line instead.',
  },
} as const;
