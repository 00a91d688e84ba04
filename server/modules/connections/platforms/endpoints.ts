/** Where the platforms are. Bases have no trailing slash; youtubeAuth, youtubeToken and youtubeRevoke are whole addresses. */
export interface PlatformEndpoints {
  youtubeApi: string;
  youtubeAuth: string;
  youtubeToken: string;
  youtubeRevoke: string;
  tiktokAuth: string;
  tiktokApi: string;
  /** Share links go to `<base>/<host>/<path>` instead of their own host; null: to their own host. */
  tiktokShort: string | null;
  instagramAuth: string;
  instagramApi: string;
  instagramGraph: string;
  /** What a browser opens at Twitch, apart from what the server calls. */
  twitchAuth: string;
  twitchId: string;
  twitchApi: string;
}

export const liveEndpoints: PlatformEndpoints = {
  youtubeApi: 'https://www.googleapis.com/youtube/v3',
  youtubeAuth: 'https://accounts.google.com/o/oauth2/v2/auth',
  youtubeToken: 'https://oauth2.googleapis.com/token',
  youtubeRevoke: 'https://oauth2.googleapis.com/revoke',
  tiktokAuth: 'https://www.tiktok.com',
  tiktokApi: 'https://open.tiktokapis.com',
  tiktokShort: null,
  instagramAuth: 'https://www.instagram.com',
  instagramApi: 'https://api.instagram.com',
  instagramGraph: 'https://graph.instagram.com',
  twitchAuth: 'https://id.twitch.tv',
  twitchId: 'https://id.twitch.tv',
  twitchApi: 'https://api.twitch.tv/helix',
};

/** The platforms' own addresses, or the simulator's, each replaced where the configuration names another. */
export function platformEndpoints(
  overrides: Partial<Record<keyof PlatformEndpoints, string | null>>,
  simulated: PlatformEndpoints | null,
): PlatformEndpoints {
  const named = Object.fromEntries(Object.entries(overrides).filter(([, address]) => address));
  const twitchAuth = overrides.twitchAuth ?? overrides.twitchId;
  return { ...liveEndpoints, ...simulated, ...named, ...(twitchAuth ? { twitchAuth } : {}) };
}
