interface PlatformDescriptor {
  /** What people read. */
  name: string;
  /** Hosts prove by an account that they are creators; clippers connect those that they post with. */
  connectedBy: readonly ('host' | 'clipper')[];
  /** Where an account of that handle is shown. */
  accountUrl(handle: string): string;
  /** Its label for paid promotion, where its API shows it; absent: the caption alone has to say it. */
  paidLabel?: string;
  /** What it tells, in whole views of each post and day, where the post's owner releases its analytics; absent: nothing of that. */
  reports?: { engagedViews: boolean; countries: boolean };
}

/** What posts that are paid are called where their kind matters, in the order in which the product names the platforms. */
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

/** Everything that differs from one platform to the next and that everybody may know; how to talk to it is the server's. */
export const platforms: Record<ConnectablePlatform, PlatformDescriptor> = rows;

export const connectablePlatforms = Object.keys(rows) as ConnectablePlatform[];

export const connectedBy = (role: 'host' | 'clipper'): ConnectablePlatform[] =>
  connectablePlatforms.filter((platform) => platforms[platform].connectedBy.includes(role));
