/** Reads that show a clip's state, views and money, as beginnings of paths after /api/. */
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
  'clipper/unproven-clips',
];
const ofHostMoney = ['host/overview', 'host/series', 'host/statement', 'host/transactions'];
const ofDeposit = ['host/deposits', ...ofHostMoney];

/** The reads that an event makes outdated, by the first word of the event's kind. */
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
  submission: [...ofClip, 'profiles/me/first-steps', 'clipper/unproven-clips', 'clipper/leaving'],
  message: ['submissions/', 'host/submissions', 'clipper/submissions'],
  attestation: ['clips/', 'submissions/', 'clipper/submissions', 'clipper/unproven-clips'],
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
 * An event that reaches an admin refreshes all lists, counts and object pages of the admin panel. The
 * exceptions, which `notOfAdmins` matches, change only through admins' own actions.
 */
const ofAdmins = 'admin/';
const notOfAdmins = /^admin\/(?:find|saved-filters|score|second-factor|external-|missing-)/;

/**
 * Reads that no event refreshes: they are slow and have a low rate limit, and their figures change over days.
 */
const notByEvents =
  /^(?:(?:host\/)?listings\/[^/]+\/(?:moments|taken|earned-parts)|host\/listings\/results)$/;

/**
 * Whether an event of this kind may make the reply at this path outdated. An unknown kind may change every
 * reply.
 */
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
