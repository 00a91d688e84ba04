export const externalStatementErrors = {
  statement_unreadable: {
    status: 422,
    title: 'Statement not imported',
    detail: 'The file can’t be read as a statement. Nothing was imported.',
  },
  statement_conflict: {
    status: 409,
    title: 'Statement not imported',
    detail:
      'One of its lines was imported before with a different amount. Nothing was imported. Ask the bank or processor which amount is right.',
  },
  statement_reads_differently: {
    status: 409,
    title: 'Check the preview again',
    detail: 'The file now reads differently than in the preview. Nothing was imported.',
  },
  too_many_layouts: {
    status: 409,
    title: 'Statement not imported',
    detail: 'We already remember the columns of 100 files. Forget one first, or leave the bank’s name empty.',
  },
  statement_not_offered: {
    status: 409,
    title: 'No report to fetch',
    detail: 'This account has no report that can be fetched. Import a file instead.',
  },
  statement_unreachable: {
    status: 503,
    title: 'Report not fetched',
    detail: 'The report could not be fetched. Try again in a few minutes, or import a file.',
  },
  line_settled: {
    status: 409,
    title: 'Already settled',
    detail: 'This line has already been matched or explained. The list now shows its state.',
  },
  line_not_money_in: {
    status: 409,
    title: 'Nothing to hold',
    detail:
      'Only money that was received, in whole cents of US dollars, can go to suspense. Explain the line instead.',
  },
} as const;
