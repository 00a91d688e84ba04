import type { z } from 'zod';
import { type listingRoutes, pauseReasonNames } from '#contract/listings/listings.ts';
import { centsToMicros } from '#contract/money.ts';
import type { CsvColumns } from '#server/http/csv.ts';

type Row<Name extends 'hostListings'> = z.output<(typeof listingRoutes)[Name]['reply']>['rows'][number];

export const hostListingsColumns: CsvColumns<Row<'hostListings'>> = [
  ['Title', (row) => row.title],
  ['State', (row) => row.state],
  ['Paused', (row) => (row.state === 'paused' && row.pauseReason ? pauseReasonNames[row.pauseReason] : null)],
  ['Rate (USD per 1,000)', (row) => centsToMicros(row.rateCentsPerMille)],
  ['Budget (USD)', (row) => row.budget.fundedMicros],
  ['Spent (USD)', (row) => row.budget.paidMicros],
  ['Reserved (USD)', (row) => row.budget.reservedMicros],
  ['Free (USD)', (row) => row.budget.freeMicros],
  ['Returned (USD)', (row) => row.budget.returnedMicros],
  ['Pending clips', (row) => row.pendingClips],
  ['Approved clips', (row) => row.approvedClips],
  ['Views', (row) => row.views],
  ['Paid views', (row) => row.verifiedViews],
  ['Posted', (row) => row.createdAt],
  ['Id', (row) => row.id],
];
