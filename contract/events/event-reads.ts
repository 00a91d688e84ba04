/** The reads that show a clip's state, views and money: beginnings of paths after /api/. */
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

/** The reads that an event makes stale, by the noun of its kind. */
const readsOfNoun: Record<string, readonly string[]> = {
  // A notification may report a failing or disabled endpoint, a checked code in a bio, an account that no
  // longer answers, or mails that bounce.
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

/**
 * Events for admins refresh all admin lists, counts and object pages, except those that only admins
 * themselves change.
 */
const ofAdmins = 'admin/';
const notOfAdmins = /^admin\/(?:find|saved-filters|score|second-factor|external-|missing-)/;

/** Slow reads with a low request limit, whose figures change over days. */
const notByEvents = /^(?:host\/)?listings\/[^/]+\/(?:moments|taken)$/;

/** Whether an event of this kind may make the reply of this path stale. An unknown kind may change everything. */
export function isTouched(kind: string, path: string): boolean {
  const [noun = ''] = kind.split('.');
  if (path.startsWith(ofAdmins)) return !notOfAdmins.test(path);
  if (notByEvents.test(path)) return false;
  return readsOfNoun[noun]?.some((start) => path.startsWith(start)) ?? !isAdminNoun(noun);
}

/** Nouns whose events only admins receive. */
const isAdminNoun = (noun: string): boolean =>
  /^(?:agreement|code|identity_match|payout_status|support|suspense|takedown)$/.test(noun);

export const isKnownNoun = (noun: string): boolean => noun in readsOfNoun || isAdminNoun(noun);
