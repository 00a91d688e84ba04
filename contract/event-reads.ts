/** What a clip's state, views and money stand in: the beginnings of addresses behind /api/. */
const ofClip = [
  'clips/',
  'submissions/',
  'host/submissions',
  'host/overview',
  'host/listings',
  'clipper/submissions',
  'clipper/overview',
];
const ofEarnings = [
  'clipper/earnings',
  'clipper/leaving',
  'clipper/pending',
  'clipper/series',
  'clipper/statement',
  'clipper/transactions',
];
const ofHostMoney = ['host/overview', 'host/series', 'host/statement', 'host/transactions'];
const ofDeposit = ['host/deposits', ...ofHostMoney];

/** The reads that an event makes old, by the noun of its kind. */
const readsOfNoun: Record<string, readonly string[]> = {
  // Its person is notified of an endpoint that fails or was turned off, of a code in a bio that was checked, of an account that
  // no longer answers, and of mails that come back.
  notification: [
    'notifications',
    'webhook-endpoints',
    'host/discord-webhooks',
    'discord-link',
    'connections',
    'profiles/me/first-steps',
    'mail-address',
  ],
  submission: [...ofClip, 'profiles/me/first-steps'],
  message: ['submissions/', 'host/submissions', 'clipper/submissions'],
  attestation: ['clips/', 'submissions/', 'clipper/submissions'],
  clip: [...ofClip, 'clipper/earnings', 'clipper/series', 'host/series'],
  fraud_hold: [...ofClip, ...ofEarnings],
  appeal: [...ofClip, ...ofEarnings],
  earnings: [...ofClip, ...ofEarnings, ...ofHostMoney],
  listing: ['listings/', 'host/listings', 'profiles/me/first-steps', ...ofHostMoney],
  deposit: ofDeposit,
  refund: ofDeposit,
  payout: ['clipper/payouts', 'clipper/payout-years', 'clipper/overview', 'payouts/', ...ofEarnings],
};

/** Whatever admins are told of, their lists, counts and object pages may show; what only they change themselves they need not. */
const ofAdmins = 'admin/';
const notOfAdmins = /^admin\/(?:find|saved-filters|score|second-factor|external-|missing-)/;

/** They take long to answer, so that each has its own low limit, and show what changes over days. */
const notByEvents = /^(?:host\/)?listings\/[^/]+\/(?:moments|taken)$/;

/** Whether what an address answers may be old after an event of this kind. A kind that this page does not know may change all. */
export function isTouched(kind: string, path: string): boolean {
  const [noun = ''] = kind.split('.');
  if (path.startsWith(ofAdmins)) return !notOfAdmins.test(path);
  if (notByEvents.test(path)) return false;
  return readsOfNoun[noun]?.some((start) => path.startsWith(start)) ?? !isAdminNoun(noun);
}

/** Nouns that only admins are told of. */
const isAdminNoun = (noun: string): boolean =>
  /^(?:agreement|code|identity_match|payout_status|support|suspense|takedown)$/.test(noun);

export const isKnownNoun = (noun: string): boolean => noun in readsOfNoun || isAdminNoun(noun);
