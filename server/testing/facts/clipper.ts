import {
  clipAtStake,
  clipFile,
  clipPage,
  clipRow,
  clipSteps,
  heldStep,
  hostRow,
  payout,
  payoutFile,
  receipt,
  receiptFile,
  receiptSums,
} from './fields.ts';
import { all, cell, count, dollars, one, type Place, pinsOf, rowsOf, sums, sumsBy } from './statements.ts';

const approved = (row: { status: string }) => row.status === 'approved';
const pending = (row: { status: string }) => row.status === 'pending';
const notWithdrawn = (row: { status: string }) => row.status !== 'withdrawn';

/** The share of approved clips among all clips except withdrawn ones. */
const successRate: Place['read'] = ({ rows }) => {
  const all = rows.filter(notWithdrawn);
  const value = Math.round((all.filter(approved).length / all.length) * 100);
  return [{ subject: 'clipper', fact: 'successRate', value }];
};

/** The API replies and files that a clipper can read, with the facts that each states. */
export const clipperPlaces: Place[] = [
  {
    as: 'clipper',
    url: '/api/clipper/submissions',
    read: all(
      rowsOf('clip', 'id', { ...clipRow, host: 'hostUsername' }),
      sums('clipper', { earned: 'payoutMicros', somewhere: 'payoutMicros' }),
      successRate,
      count('clipper', 'submitted', notWithdrawn),
      count('clipper', 'approved', approved),
      count('clipper', 'pending', pending),
    ),
  },
  { as: 'clipper', url: '/api/clipper/submissions.csv', read: rowsOf('clip', 'Id', clipFile) },
  {
    as: 'clipper',
    url: '/api/submissions/:clip/receipt',
    read: all(one('clip', receipt), one('clip', receiptSums)),
  },
  {
    as: 'clipper',
    url: '/api/clips/:clip',
    read: all(...[clipPage, clipSteps, clipAtStake, heldStep].map((fields) => one('clip', fields))),
  },
  {
    as: 'clipper',
    url: '/api/submissions/:clip/receipt.csv',
    read: (file, id) => one('clip', receiptFile)(file.rows, id),
  },
  {
    as: 'clipper',
    url: '/api/clipper/earnings',
    read: all(
      rowsOf('clip', 'submissionId', {
        title: 'listingTitle',
        views: 'views',
        earned: 'earnedMicros',
        approved: 'approvedAt',
        poster: 'posterUrl',
      }),
      sums('clipper', { earned: 'earnedMicros' }),
    ),
  },
  {
    as: 'clipper',
    url: '/api/clipper/earnings.csv',
    read: rowsOf('clip', 'Submission', {
      title: cell('Listing'),
      views: cell('Views'),
      earned: dollars('Earned (USD)'),
      approved: cell('Approved'),
    }),
  },
  {
    as: 'clipper',
    url: '/api/clipper/overview',
    read: all(
      one('clipper', {
        earned: 'figures.earnedMicros',
        available: 'figures.availableMicros',
        pendingMoney: 'figures.pendingMicros',
        onItsWay: 'figures.onItsWayMicros',
        paidOut: 'figures.paidOutMicros',
        submitted: 'submitted',
        approved: 'approved',
        pending: 'pending',
        successRate: 'successRate',
        // Earned money is available, on its way, or paid out; the sum of these is a fact.
        somewhere: ({ figures: of }) =>
          String(
            BigInt(of.availableMicros) +
              BigInt(of.pendingMicros) +
              BigInt(of.onItsWayMicros) +
              BigInt(of.paidOutMicros),
          ),
      }),
    ),
  },
  {
    as: 'clipper',
    url: '/api/clipper/pending',
    read: all(
      sums('clipper', { pendingMoney: 'amountMicros' }),
      rowsOf('clip', 'submissionId', {
        title: 'listingTitle',
        pendingMoney: 'amountMicros',
        pendingBy: 'releaseBy',
      }),
    ),
  },
  { as: 'clipper', url: '/api/clipper/leaving', read: one('clipper', { available: 'availableMicros' }) },
  {
    as: 'clipper',
    url: '/api/clipper/series',
    read: ({ points }) => sums('clipper', { earned: 'amountMicros' })({ rows: points }, ''),
  },
  { as: 'clipper', url: '/api/clipper/payout-years', read: sums('clipper', { paidOut: 'paidMicros' }) },
  {
    as: 'clipper',
    url: '/api/clipper/payouts',
    read: all(rowsOf('payout', 'id', payout), ({ rows }) => [
      ...sums('clipper', { paidOut: 'amountMicros' })(
        { rows: rows.filter((row: { state: string }) => row.state === 'paid') },
        '',
      ),
      ...sums('clipper', { onItsWay: 'amountMicros' })(
        { rows: rows.filter((row: { state: string }) => ['requested', 'processing'].includes(row.state)) },
        '',
      ),
    ]),
  },
  { as: 'clipper', url: '/api/clipper/payouts.csv', read: rowsOf('payout', 'Id', payoutFile) },
  {
    as: 'clipper',
    url: '/api/clipper/transactions',
    read: ({ rows }) => [
      ...sums('clipper', { earned: 'amountMicros' })(
        { rows: rows.filter((row: { from: null; type: string }) => row.type === 'Earned') },
        '',
      ),
      ...sums('clipper', { owned: 'amountMicros' })(
        { rows: rows.filter((row: { from: null; to: null }) => row.from === null || row.to === null) },
        '',
      ),
    ],
  },
  {
    as: 'clipper',
    url: '/api/clipper/overview',
    read: one('clipper', {
      owned: ({ figures: of }) => String(BigInt(of.availableMicros) + BigInt(of.pendingMicros)),
    }),
  },
  {
    as: 'clipper',
    url: '/api/listings/:listing',
    read: all(one('listing', hostRow), ({ source }, id) => pinsOf(id, source.pins)),
  },
  {
    as: 'clipper',
    url: '/api/clipper/studio/sources',
    read: rowsOf('listing', 'listingId', { title: 'title', rate: 'rateCentsPerMille', free: 'freeMicros' }),
  },

  {
    as: 'clipper',
    url: '/api/account/export',
    read: (file) => [
      ...rowsOf('clip', 'id', {
        listing: 'listing_id',
        platform: 'platform',
        url: 'url',
        reported: 'reported_views',
        status: 'status',
        submitted: 'submitted_at',
      })({ rows: file.submissions }, ''),
      ...rowsOf('payout', 'id', {
        amount: 'amount_micros',
        state: 'state',
        cause: 'cause',
        requested: 'requested_at',
        finished: 'finished_at',
      })({ rows: file.payouts }, ''),
      ...sumsBy('clip', 'submission_id', { earned: 'amount_micros' })(
        { rows: file.earnings.filter((row: { state: string }) => row.state !== 'reversed') },
        '',
      ),
    ],
  },
];
