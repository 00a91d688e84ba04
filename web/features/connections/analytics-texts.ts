import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';

interface AnalyticsTexts {
  /** Describes which figures are read, and from where. */
  reads: string;
  /** Label of the button that opens the consent page, or that releases at once. */
  confirm: string;
  /** Describes what remains at the platform after the release is ended. */
  afterwards: string;
}

/** Texts that a clipper reads before releasing an account's analytics. */
export const analyticsTexts: Partial<Record<ConnectablePlatform, AnalyticsTexts>> = {
  youtube: {
    reads:
      'For each clip that you submit from this channel, Permille reads from YouTube Analytics once a day: its views, how many were engaged, how long they lasted, and which parts of them came from which pages, countries, kinds of devices and from subscribers. Nothing of your other videos, and no revenue.',
    confirm: 'Continue to YouTube',
    afterwards:
      'Google keeps listing the permission until you disconnect the account here or remove Permille in Google’s security settings. We no longer use it.',
  },
  tiktok: {
    reads:
      'For each clip that you submit from this account, Permille reads from TikTok’s insights once a day: its views, how many accounts they come from, how long they lasted, how many saw it to its end, and which parts came from which places in TikTok, countries and from followers. TikTok asks you for a separate permission. Turn on Analytics in TikTok’s app first; without it, your clips are judged by counts.',
    confirm: 'Continue to TikTok',
    afterwards: 'Permille gives the permission back to TikTok.',
  },
  instagram: {
    reads:
      'For each reel that you submit from this account, Permille reads from Instagram insights once a day: its views, how many accounts they come from and how long they lasted together. It needs no further permission, but we read nothing until you agree. Instagram does not say how long a reel is, so watch time counts in its favor only if you attach the clip’s file.',
    confirm: 'Release insights',
    afterwards: '',
  },
};

/** Text shown after the release. */
export const releasedText =
  'They are read once a day for the clips that you submit from this account, and are some days late.';
