import { budget, clipPage, deposit, listingRow, payout, payoutFile, receipt } from './fields.ts';
import { all, cell, dollars, one, type Place, rowsOf } from './statements.ts';

/** What visitors and admins read. */
export const otherPlaces: Place[] = [
  {
    as: 'visitor',
    url: '/api/profiles/by-username/tess_cuts',
    read: one('clipper', { earned: 'earnedMicros', approved: 'approvedClips' }),
  },
  {
    as: 'visitor',
    url: '/api/profiles/by-username/marlow',
    read: one('host', { spent: 'earnedMicros', approved: 'approvedClips', activeListings: 'activeListings' }),
  },

  { as: 'visitor', url: '/api/listings', read: rowsOf('listing', 'id', { ...listingRow, ...budget('') }) },
  {
    as: 'visitor',
    url: '/api/listings/:listing',
    read: all(
      one('listing', { ...listingRow, state: 'state', ...budget('budget.'), spent: 'budget.paidMicros' }),
      one('listing', budget('')),
    ),
  },

  {
    as: 'admin',
    url: '/api/admin/submissions',
    read: rowsOf('clip', 'id', {
      listing: 'listingId',
      title: 'listing',
      status: 'status',
      submitted: 'date',
      views: 'views',
      countedBy: 'countLevel',
      score: 'verdict.score',
      band: 'verdict.band',
    }),
  },
  {
    as: 'admin',
    url: '/api/admin/submissions.csv',
    read: rowsOf('clip', 'Id', {
      title: cell('Listing'),
      status: cell('Status'),
      submitted: cell('Date'),
      views: cell('Views'),
      score: cell('Score'),
      band: cell('Band'),
    }),
  },
  { as: 'admin', url: '/api/submissions/:clip/receipt', read: one('clip', receipt) },
  { as: 'admin', url: '/api/clips/:clip', read: one('clip', clipPage) },
  {
    as: 'admin',
    url: '/api/admin/listings',
    read: rowsOf('listing', 'id', { title: 'title', funded: 'budgetMicros', posted: 'createdAt' }),
  },
  {
    as: 'admin',
    url: '/api/admin/listings.csv',
    read: rowsOf('listing', 'Id', {
      title: cell('Title'),
      funded: dollars('Budget (USD)'),
      posted: cell('Posted'),
    }),
  },
  { as: 'admin', url: '/api/admin/payouts', read: rowsOf('payout', 'id', payout) },
  { as: 'admin', url: '/api/admin/payouts?open=false', read: rowsOf('payout', 'id', payout) },
  { as: 'admin', url: '/api/admin/payouts.csv', read: rowsOf('payout', 'Id', payoutFile) },
  { as: 'admin', url: '/api/admin/deposits?open=false', read: rowsOf('deposit', 'id', deposit) },
];
