import { cutToCents, micros } from '#contract/money.ts';
import { groupBy } from '#server/infra/group-by.ts';
import { clipCounts, clipFile, clipPage, clipRow, deposit, depositFile, hostRow, receipt } from './fields.ts';
import { all, cell, count, dollars, one, type Place, pinsOf, rowsOf, sums, sumsBy } from './statements.ts';

const approved = (row: { status: string }) => row.status === 'approved';
const pending = (row: { status: string }) => row.status === 'pending';

/** Returns the money put into a listing, less the money that was returned. */
const budgeted = (sum: bigint, { budget }: { budget: Record<'fundedMicros' | 'returnedMicros', string> }) =>
  sum + BigInt(budget.fundedMicros) - BigInt(budget.returnedMicros);

const isUsedUp = ({ state, pauseReason }: { state: string; pauseReason: string | null }) =>
  state === 'paused' && pauseReason === 'exhausted';

/** A deposit that no bank disputes. */
const isKept = ({ state }: { state: string }) => state !== 'disputed' && state !== 'charged_back';

/** The API replies and files that a host can read, with the facts that each states. */
export const hostPlaces: Place[] = [
  {
    as: 'host',
    url: '/api/host/submissions',
    read: all(
      rowsOf('clip', 'id', {
        ...clipRow,
        clipper: 'clipperUsername',
        match: 'match.state',
        lengthDiffers: 'match.lengthDiffers',
      }),
      sums('host', { spent: 'payoutMicros' }),
      sumsBy('listing', 'listingId', { spent: 'payoutMicros' }),
      count('host', 'pending', pending),
      count('host', 'approved', approved),
      count('host', 'toDecide', (row) => pending(row) && row.decision === null && !row.isEscalated),
      count('host', 'unpaid', (row) => row.budgetSpentAt !== null),
    ),
  },
  { as: 'host', url: '/api/host/submissions.csv', read: rowsOf('clip', 'Id', clipFile) },
  { as: 'host', url: '/api/submissions/:clip/receipt', read: one('clip', receipt) },
  { as: 'host', url: '/api/clips/:clip', read: one('clip', clipPage) },
  {
    as: 'host',
    url: '/api/host/listings',
    read: all(
      rowsOf('listing', 'id', { ...hostRow, ...clipCounts, usedUp: isUsedUp }),
      sums('host', {
        spent: 'budget.paidMicros',
        free: 'budget.freeMicros',
        reserved: 'budget.reservedMicros',
        unpaid: 'unpaidClips',
        views: 'verifiedViews',
      }),
      ({ rows }) => [{ subject: 'host', fact: 'totalBudget', value: String(rows.reduce(budgeted, 0n)) }],
      count('host', 'activeListings', (row) => row.state === 'active'),
    ),
  },
  {
    as: 'host',
    url: '/api/host/listings.csv',
    read: rowsOf('listing', 'Id', {
      title: cell('Title'),
      state: cell('State'),
      funded: dollars('Budget (USD)'),
      spent: dollars('Spent (USD)'),
      reserved: dollars('Reserved (USD)'),
      free: dollars('Free (USD)'),
      posted: cell('Posted'),
    }),
  },
  {
    as: 'host',
    url: '/api/host/listings/:listing/results',
    read: all(
      ({ listing }, id) => one('listing', { ...hostRow, ...clipCounts, usedUp: isUsedUp })(listing, id),
      ({ results }, id) =>
        one('listing', { spent: 'spentMicros', approvedClips: 'clips' })(results.totals, id),
      ({ results }, id) => sums(`listing ${id}`, { spent: 'spentMicros' })({ rows: results.platforms }, ''),
      ({ results }, id) => sums(`listing ${id}`, { spent: 'spentMicros' })({ rows: results.hours }, ''),
      ({ results }) =>
        rowsOf('clip', 'id', {
          url: 'url',
          platform: 'platform',
          clipper: 'clipperUsername',
          poster: 'posterUrl',
          views: 'views',
          earned: 'spentMicros',
        })({ rows: results.bestClips }, ''),
    ),
  },
  {
    as: 'host',
    url: '/api/host/overview',
    read: all(
      one('host', {
        balance: 'balanceMicros',
        totalBudget: 'totalBudgetMicros',
        spent: 'spentMicros',
        free: 'freeMicros',
        reserved: 'reservedMicros',
        activeListings: 'activeListings',
        pending: 'pendingClips',
        toDecide: 'clipsToDecide',
        views: 'views',
        kept: (of) =>
          String(
            BigInt(of.balanceMicros) +
              BigInt(of.freeMicros) +
              BigInt(of.reservedMicros) +
              BigInt(of.spentMicros),
          ),
      }),
    ),
  },
  {
    as: 'host',
    url: '/api/host/series',
    read: ({ points }) => sums('host', { spent: 'amountMicros', views: 'views' })({ rows: points }, ''),
  },
  {
    as: 'host',
    url: '/api/host/transactions',
    read: all(sums('host', { balance: 'amountMicros', spent: 'spentMicros' }), ({ rows }) => [
      { subject: 'host', fact: 'balance', value: rows[0].balanceMicros },
    ]),
  },
  {
    as: 'host',
    url: '/api/host/transactions.csv',
    read: ({ rows }) =>
      sums('host', { balance: 'amount' })(
        { rows: rows.map((row: Record<string, string>) => ({ amount: dollars('Amount (USD)')(row) })) },
        '',
      ),
  },
  {
    as: 'host',
    url: '/api/host/deposits',
    read: all(
      rowsOf('deposit', 'id', deposit),
      sums('host', { putIn: 'amountMicros', unspent: 'unspentMicros' }),
      ({ rows }) => sums('host', { kept: 'amountMicros' })({ rows: rows.filter(isKept) }, ''),
    ),
  },
  {
    as: 'host',
    url: '/api/host/overview',
    // A refund sends whole cents, so the fact is the balance without fractions of a cent.
    read: one('host', { unspent: ({ balanceMicros }) => String(cutToCents(micros(balanceMicros))) }),
  },
  { as: 'host', url: '/api/host/deposits.csv', read: rowsOf('deposit', 'Id', depositFile) },
  {
    as: 'host',
    url: '/api/account/export',
    read: (file) => [
      ...rowsOf('listing', 'id', {
        title: 'title',
        state: 'state',
        funded: 'funded_micros',
        posted: 'posted_at',
        rate: 'rate_cents_per_mille',
      })({ rows: file.listings }, ''),
      ...rowsOf('deposit', 'id', {
        amount: 'amount_micros',
        state: 'state',
        made: 'created_at',
        confirmed: 'confirmed_at',
      })({ rows: file.deposits }, ''),
      ...[...groupBy(file.listingPins, ({ listing_id }: { listing_id: string }) => listing_id)].flatMap(
        ([id, pins]) => pinsOf(id, pins),
      ),
    ],
  },
];
