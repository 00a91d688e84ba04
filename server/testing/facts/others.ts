import { budget, clipPage, clipSteps, deposit, listingRow, payout, payoutFile, receipt } from './fields.ts';
import { all, cell, count, dollars, facts, one, type Place, pinsOf, rowsOf } from './statements.ts';

/** Rows of the admins' inbox, with facts that the page of the clip or payout states too. */
const inbox: Place['read'] = ({ rows }) =>
  rows.flatMap(
    ({ kind, id, submissionId, who, what, at, posterUrl, amountMicros }: Record<string, string>) => {
      if (kind === 'payout') return facts(`payout ${id}`, { amountMicros }, { amount: 'amountMicros' });
      return submissionId
        ? facts(
            `clip ${submissionId}`,
            { who, what, at, posterUrl, atStake: amountMicros ?? '0' },
            {
              clipper: 'who',
              title: 'what',
              poster: 'posterUrl',
              ...((kind === 'hold' || kind === 'appeal') && { contested: 'atStake' }),
              ...(kind !== 'escalation' && { [`${kind}By`]: 'at' }),
            },
          )
        : [];
    },
  );

/**
 * One person's page in the admin panel. Its facts are about the subject that other places name by the
 * person's role.
 */
const person: Place['read'] = (body) => {
  const balance = (kind: string) => () =>
    body.balances.find((one: { kind: string }) => one.kind === kind)?.balanceMicros ?? '0';
  const own: Record<string, string | (() => string)> =
    body.role === 'host'
      ? { balance: balance('host'), putIn: 'inMicros' }
      : {
          earned: 'inMicros',
          paidOut: 'outMicros',
          onItsWay: 'onItsWayMicros',
          available: balance('clipper_available'),
        };
  return [
    ...facts(`${body.role} ${body.username}`, body, own),
    ...rowsOf('payout', 'id', {
      amount: 'amountMicros',
      state: 'state',
      requested: 'requestedAt',
    })({ rows: body.payouts }, ''),
    ...rowsOf('deposit', 'id', { amount: 'amountMicros', state: 'state', made: 'createdAt' })(
      { rows: body.deposits },
      '',
    ),
    ...rowsOf('clip', 'submissionId', { title: 'listing', holdReason: 'reason' })({ rows: body.holds }, ''),
    ...rowsOf('clip', 'submissionId', { title: 'listing' })({ rows: body.appeals }, ''),
  ];
};

/** The API replies and files that visitors and admins can read, with the facts that each states. */
export const otherPlaces: Place[] = [
  {
    as: 'visitor',
    url: '/api/profiles/by-username/:clipper',
    read: one('clipper', { earned: 'earnedMicros', approved: 'approvedClips' }),
  },
  {
    as: 'visitor',
    url: '/api/profiles/by-username/:host',
    read: one('host', { spent: 'earnedMicros', approved: 'approvedClips', activeListings: 'activeListings' }),
  },

  { as: 'visitor', url: '/api/listings', read: rowsOf('listing', 'id', { ...listingRow, ...budget('') }) },
  {
    as: 'visitor',
    url: '/api/listings/:listing',
    read: all(
      one('listing', {
        ...listingRow,
        state: 'state',
        usedUp: 'isBudgetUsedUp',
        ...budget('budget.'),
        spent: 'budget.paidMicros',
      }),
      one('listing', budget('')),
      ({ source }, id) => pinsOf(id, source.pins),
    ),
  },

  {
    as: 'admin',
    url: '/api/admin/submissions',
    read: all(
      rowsOf('clip', 'id', {
        listing: 'listingId',
        title: 'listing',
        clipper: 'clipper',
        poster: 'posterUrl',
        status: 'status',
        submitted: 'date',
        views: 'views',
        countedBy: 'countLevel',
        score: 'verdict.score',
        band: 'verdict.band',
      }),
      count('platform', 'pendingClips', (row) => row.status === 'pending'),
      count('platform', 'holds', (row) => row.fraudHoldId !== null),
    ),
  },
  {
    as: 'admin',
    url: '/api/admin/overview',
    read: one('platform', {
      pendingClips: 'pendingSubmissions',
      activeListings: 'activeListings',
    }),
  },
  {
    as: 'admin',
    url: '/api/admin/counts',
    read: one('platform', { holds: 'inbox.hold', appeals: 'inbox.appeal', openPayouts: 'openPayouts' }),
  },
  { as: 'admin', url: '/api/admin/inbox', read: inbox },
  {
    as: 'admin',
    url: '/api/admin/appeals',
    read: all(
      rowsOf('clip', 'submissionId', {
        title: 'listing',
        clipper: 'clipper',
        host: 'host',
        views: 'views',
        appealBy: 'decideBy',
        contestedReserved: 'reservedMicros',
        score: 'verdict.score',
        band: 'verdict.band',
      }),
      count('platform', 'appeals'),
    ),
  },
  { as: 'admin', url: '/api/admin/people/:person', read: person },
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
  { as: 'admin', url: '/api/clips/:clip', read: all(one('clip', clipPage), one('clip', clipSteps)) },
  {
    as: 'admin',
    url: '/api/admin/listings',
    read: all(
      rowsOf('listing', 'id', {
        title: 'title',
        state: 'status',
        host: 'creator',
        funded: 'budgetMicros',
        posted: 'createdAt',
      }),
      count('platform', 'activeListings', (row) => row.status === 'active'),
    ),
  },
  {
    as: 'admin',
    url: '/api/admin/listings/:listing',
    read: one('listing', {
      ...budget('budget.'),
      title: 'title',
      state: 'status',
      host: 'creator',
      rate: 'rateCentsPerMille',
      posted: 'createdAt',
      spent: 'budget.paidMicros',
      pendingClips: 'clips.pending',
      approvedClips: 'clips.approved',
    }),
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
  {
    as: 'admin',
    url: '/api/admin/payouts',
    read: all(rowsOf('payout', 'id', payout), count('platform', 'openPayouts')),
  },
  { as: 'admin', url: '/api/admin/payouts?open=false', read: rowsOf('payout', 'id', payout) },
  { as: 'admin', url: '/api/admin/payouts.csv', read: rowsOf('payout', 'Id', payoutFile) },
  { as: 'admin', url: '/api/admin/deposits?open=false', read: rowsOf('deposit', 'id', deposit) },
];
