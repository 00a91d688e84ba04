/** All signals of the score. A key is stored with each score, so it is never renamed. */
export const signalKeys = [
  'low_like_rate',
  'bundled_engagement',
  'high_engagement_rate',
  'likes_without_comments',
  'view_spike',
  'unliked_burst',
  'linear_delivery',
  'abrupt_stop',
  'like_rate_drop',
  'views_removed',
  'beyond_followers',
  'uniform_like_rates',
  'synchronized_growth',
  'overreported_views',
  'posted_before_listing',
  'duplicate',
  'shared_identity',
  'missing_decay',
  'regular_likes',
  'silent_views',
  'like_burst',
  'instant_plateau',
  'stops_at_cap',
  'no_daily_cycle',
  'short_watch_time',
  'few_engaged_views',
  'views_without_reach',
  'untraceable_traffic',
  'advertised_views',
  'foreign_audience',
  'unusual_devices',
  'few_subscribers',
  'analytics_disagree',
  'seen_by_people',
  'declared',
] as const;
export type SignalKey = (typeof signalKeys)[number];

/**
 * The act by which a clipper clears a signal. analytics: release the account's analytics. share: declare where the
 * clip was shared. note: explain it in the note to the reviewer or in the appeal.
 */
export type Remedy = 'analytics' | 'share' | 'note';

/** Texts about a signal, beside the sentence with the clip's numbers that the score writes. */
export interface SignalGuide {
  name: string;
  /** The side of the threshold on which measured values are suspicious. */
  suspicious: 'below' | 'above';
  /** Honest reasons that look the same; null if the signal speaks for the clip. */
  causes: string | null;
  remedy: Remedy | null;
  /** For a note: the fact that clears the signal, as it follows "say". */
  say?: string;
}

/** The guide of each signal. A signal without causes and a remedy fails the type check. */
export const signalGuides = {
  low_like_rate: {
    name: 'Few likes per view',
    suspicious: 'below',
    causes:
      'News, tutorials and clips that replay automatically get few likes. So do posts with hidden likes.',
    remedy: 'analytics',
  },
  bundled_engagement: {
    name: 'Likes and comments far above the usual',
    suspicious: 'above',
    causes: 'A small community of fans, a giveaway or a question that everyone answers.',
    remedy: 'note',
    say: 'what made people like and comment, with a link',
  },
  high_engagement_rate: {
    name: 'More likes or comments than audiences leave',
    suspicious: 'above',
    causes: 'A small community of fans, a giveaway or a question that everyone answers.',
    remedy: 'note',
    say: 'what made people like and comment, with a link',
  },
  likes_without_comments: {
    name: 'Likes without comments',
    suspicious: 'below',
    causes:
      'Comments that are closed, filtered or deleted, and clips that give people nothing to comment on.',
    remedy: 'note',
    say: 'whether comments were closed or deleted, and since when',
  },
  view_spike: {
    name: 'Sudden spike',
    suspicious: 'above',
    causes:
      'A raid, a share by a large account, an article, or the platform’s feed showing the clip to more people.',
    remedy: 'share',
  },
  unliked_burst: {
    name: 'Block of views without likes',
    suspicious: 'below',
    causes: 'A share on a site, in a chat or in a stream, where people watch without being signed in.',
    remedy: 'share',
  },
  linear_delivery: {
    name: 'Linear growth',
    suspicious: 'below',
    causes:
      'An audience spread over all time zones, or a counter that the platform updates in equal portions.',
    remedy: 'analytics',
  },
  abrupt_stop: {
    name: 'Steady block that stops at once',
    suspicious: 'below',
    causes:
      'A stream or premiere that ended, a share that was deleted, or a post that left the platform’s feed.',
    remedy: 'share',
  },
  like_rate_drop: {
    name: 'Like rate drops and stays low',
    suspicious: 'below',
    causes: 'A later audience that does not know the creator, or a site that embeds the clip.',
    remedy: 'analytics',
  },
  views_removed: {
    name: 'Platform removed views',
    suspicious: 'above',
    causes: 'Platforms sometimes remove views from everyone at once, and correct counters later.',
    remedy: 'note',
    say: 'whether your other posts lost views on the same day',
  },
  beyond_followers: {
    name: 'Far more views than followers',
    suspicious: 'above',
    causes: 'A new account whose clip the platform’s feed shows to strangers.',
    remedy: 'analytics',
  },
  uniform_like_rates: {
    name: 'Same like rate across clips',
    suspicious: 'below',
    causes: 'A series of much the same clips for the same audience.',
    remedy: 'analytics',
  },
  synchronized_growth: {
    name: 'Growth in step with other clippers',
    suspicious: 'above',
    causes: 'The host shared several clips at once, or the same stream or event sent viewers to all of them.',
    remedy: 'note',
    say: 'where these clips were shared together, with a link',
  },
  overreported_views: {
    name: 'Reported more views than shown',
    suspicious: 'above',
    causes: 'A typing error, the views of several posts, or a counter that was corrected later.',
    remedy: 'note',
    say: 'where you read the number',
  },
  posted_before_listing: {
    name: 'Posted before the listing',
    suspicious: 'above',
    causes: 'A post that was made for this host before the listing was published.',
    remedy: 'note',
    say: 'why this post belongs to this listing',
  },
  duplicate: {
    name: 'Duplicate',
    suspicious: 'above',
    causes:
      'Two people cut the same moment and use the same title, or a post was submitted twice by mistake.',
    remedy: 'note',
    say: 'how your clip differs, and attach its file above',
  },
  shared_identity: {
    name: 'Shared payout address or device',
    suspicious: 'above',
    causes: 'Family members, flatmates or colleagues who share a network or a payout address.',
    remedy: 'note',
    say: 'who the other person is to you',
  },
  missing_decay: {
    name: 'Wave without a decay',
    suspicious: 'below',
    causes: 'A stream, premiere or raid that was over, or a share that was deleted.',
    remedy: 'share',
  },
  regular_likes: {
    name: 'Likes at regular intervals',
    suspicious: 'above',
    causes: 'A counter that the platform smooths or updates in equal portions.',
    remedy: 'analytics',
  },
  silent_views: {
    name: 'Views without comments or shares',
    suspicious: 'below',
    causes: 'Closed comments, or viewers who come from another site or a stream and leave again.',
    remedy: 'share',
  },
  like_burst: {
    name: 'Burst of likes',
    suspicious: 'above',
    causes: 'A creator who asked their fans to like the clip, or fans who arrived together.',
    remedy: 'note',
    say: 'what made people like the clip, with a link',
  },
  instant_plateau: {
    name: 'Full speed at once',
    suspicious: 'below',
    causes:
      'A page or an embed with a steady number of visitors, or a counter that is updated in equal portions.',
    remedy: 'analytics',
  },
  stops_at_cap: {
    name: 'Stops at the payout cap',
    suspicious: 'above',
    causes: 'Chance, or clips of one length on the same listing that reach the same audience.',
    remedy: 'analytics',
  },
  no_daily_cycle: {
    name: 'No daily cycle',
    suspicious: 'below',
    causes: 'An audience spread over all time zones.',
    remedy: 'analytics',
  },
  short_watch_time: {
    name: 'Views end early',
    suspicious: 'below',
    causes: 'A clip that disappoints, a slow start, or viewers who found it by a wrong title.',
    remedy: 'note',
    say: 'where these viewers came from',
  },
  few_engaged_views: {
    name: 'Few engaged views',
    suspicious: 'below',
    causes: 'A feed that starts the clip for people who swipe on.',
    remedy: 'note',
    say: 'where these viewers came from',
  },
  views_without_reach: {
    name: 'Few accounts, many views',
    suspicious: 'above',
    causes: 'People who watch a loop or a short joke again and again.',
    remedy: 'note',
    say: 'why people watch this clip several times',
  },
  untraceable_traffic: {
    name: 'Traffic from no known place',
    suspicious: 'above',
    causes: 'A newsletter, a chat, an app or an article that links to the clip or embeds it.',
    remedy: 'share',
  },
  advertised_views: {
    name: 'Views from advertising',
    suspicious: 'above',
    causes: 'The host or a sponsor advertised the clip.',
    remedy: 'note',
    say: 'who paid for the advertising',
  },
  foreign_audience: {
    name: 'Countries new to the account',
    suspicious: 'above',
    causes: 'A clip about another country, or one that was shared there.',
    remedy: 'share',
  },
  unusual_devices: {
    name: 'Devices new to the account',
    suspicious: 'above',
    causes: 'A share on a site that people read at work, or an app for televisions.',
    remedy: 'share',
  },
  few_subscribers: {
    name: 'Hardly any subscribers',
    suspicious: 'below',
    causes: 'A clip that strangers like.',
    remedy: 'share',
  },
  analytics_disagree: {
    name: 'Analytics and counter disagree',
    suspicious: 'above',
    causes:
      'A public counter that did not change for more than a day, or figures that the platform corrects later.',
    remedy: 'note',
    say: 'what your analytics show for these days',
  },
  seen_by_people: {
    name: 'Seen by people (takes points away)',
    suspicious: 'above',
    causes: null,
    remedy: null,
  },
  declared: {
    name: 'Declared by host or clipper (takes points away)',
    suspicious: 'above',
    causes: null,
    remedy: null,
  },
} as const satisfies Record<SignalKey, SignalGuide>;

/** Returns the guide of a stored signal; null if an older version of the score named it. */
export const guideOf = (signal: string): SignalGuide | null =>
  Object.hasOwn(signalGuides, signal) ? signalGuides[signal as SignalKey] : null;
