interface PlatformDescriptor {
  /** The platform's name for people. */
  name: string;
  /** Hosts connect an account to prove that they are creators; clippers connect the accounts with which they post. */
  connectedBy: readonly ('host' | 'clipper')[];
  /** Address of the page of an account. */
  accountUrl(handle: string): string;
  /** The platform's label for paid promotion, if its API shows it; absent: only the caption can disclose it. */
  paidLabel?: string;
  /** Analytics in whole views per post and day that the platform gives the owner; absent: none of these. */
  reports?: { engagedViews: boolean; countries: boolean };
}

/** Names of paid posts where their format matters, in the order in which the product names the platforms. */
export const formats = { tiktok: 'TikTok', youtube: 'YouTube Shorts', instagram: 'Instagram Reels' } as const;

export type PostPlatform = keyof typeof formats;
export const postPlatforms = Object.keys(formats) as PostPlatform[];

const rows = {
  tiktok: {
    name: 'TikTok',
    connectedBy: ['clipper'],
    accountUrl: (handle) => `https://www.tiktok.com/@${handle}`,
  },
  youtube: {
    name: 'YouTube',
    connectedBy: ['host', 'clipper'],
    accountUrl: (handle) => `https://www.youtube.com/@${handle}`,
    paidLabel: 'YouTube\'s "paid promotion"',
    reports: { engagedViews: true, countries: true },
  },
  instagram: {
    name: 'Instagram',
    connectedBy: ['clipper'],
    accountUrl: (handle) => `https://www.instagram.com/${handle}/`,
  },
  twitch: {
    name: 'Twitch',
    connectedBy: ['host'],
    accountUrl: (handle) => `https://www.twitch.tv/${handle}`,
  },
} satisfies Record<PostPlatform, PlatformDescriptor> & Record<string, PlatformDescriptor>;

export type ConnectablePlatform = keyof typeof rows;

/** Public differences between platforms; the server has the code that calls their APIs. */
export const platforms: Record<ConnectablePlatform, PlatformDescriptor> = rows;

export const connectablePlatforms = Object.keys(rows) as ConnectablePlatform[];

export const connectedBy = (role: 'host' | 'clipper'): ConnectablePlatform[] =>
  connectablePlatforms.filter((platform) => platforms[platform].connectedBy.includes(role));
