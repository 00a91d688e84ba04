interface PlatformDescriptor {
  /** The platform's name for people. */
  name: string;
  /**
   * The roles that connect accounts. Hosts connect an account to prove that they are creators, and clippers
   * the accounts with which they post.
   */
  connectedBy: readonly ('host' | 'clipper')[];
  /** Returns the address of an account's page. */
  accountUrl(handle: string): string;
  /**
   * The platform's label for paid promotion, if its API reports the label. Otherwise only the caption can
   * disclose paid promotion.
   */
  paidLabel?: string;
  /**
   * Analytics that the platform reports to a post's owner as whole views per day. Absent if it reports no
   * such figures.
   */
  reports?: { engagedViews: boolean; countries: boolean };
}

/**
 * Names of paid posts, for texts that depend on the format. The product names the platforms in this order.
 */
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

/** Public differences between the platforms. The code that calls their APIs is part of the server. */
export const platforms: Record<ConnectablePlatform, PlatformDescriptor> = rows;

export const connectablePlatforms = Object.keys(rows) as ConnectablePlatform[];

export const connectedBy = (role: 'host' | 'clipper'): ConnectablePlatform[] =>
  connectablePlatforms.filter((platform) => platforms[platform].connectedBy.includes(role));
