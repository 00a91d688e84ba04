/** Paths of the simulated services. */
export const paths = {
  youtube: '/youtube/v3',
  youtubeAnalytics: '/youtube-analytics/v2',
  googleAuth: '/google-accounts/o/oauth2/v2/auth',
  googleToken: '/google-oauth/token',
  googleRevoke: '/google-oauth/revoke',
  tiktokAuth: '/tiktok-www',
  tiktokApi: '/tiktok-open',
  tiktokBusiness: '/tiktok-business/open_api/v1.3',
  short: '/short-links',
  instagramAuth: '/instagram-www',
  instagramApi: '/instagram-api',
  instagramGraph: '/instagram-graph',
  twitchId: '/twitch-id',
  twitchApi: '/twitch-api/helix',
  paypal: '/paypal',
  discordApi: '/discord-api',
  discord: '/discord',
  checkout: '/stripe-checkout',
  posts: '/posts',
  videos: '/videos',
  youtubePlayer: '/youtube-player',
  tiktokPlayer: '/tiktok-player',
  instagramPlayer: '/instagram-player',
} as const;

/** Returns the services' base URLs: those that a browser opens, and those that a server calls. */
export function urlsAt(baseUrl: string, publicBaseUrl: string) {
  return {
    youtubeApi: baseUrl + paths.youtube,
    youtubeAnalyticsApi: baseUrl + paths.youtubeAnalytics,
    youtubeAuth: publicBaseUrl + paths.googleAuth,
    youtubeToken: baseUrl + paths.googleToken,
    youtubeRevoke: baseUrl + paths.googleRevoke,
    tiktokAuth: publicBaseUrl + paths.tiktokAuth,
    tiktokApi: baseUrl + paths.tiktokApi,
    tiktokBusinessApi: baseUrl + paths.tiktokBusiness,
    tiktokShort: baseUrl + paths.short,
    instagramAuth: publicBaseUrl + paths.instagramAuth,
    instagramApi: baseUrl + paths.instagramApi,
    instagramGraph: baseUrl + paths.instagramGraph,
    twitchId: baseUrl + paths.twitchId,
    twitchAuth: publicBaseUrl + paths.twitchId,
    twitchApi: baseUrl + paths.twitchApi,
    paypal: baseUrl + paths.paypal,
    stripeApi: baseUrl,
    /** URL of a page with Discord's channels and a command line. */
    discord: publicBaseUrl + paths.discord,
    youtubePlayer: publicBaseUrl + paths.youtubePlayer,
    tiktokPlayer: publicBaseUrl + paths.tiktokPlayer,
    instagramPlayer: publicBaseUrl + paths.instagramPlayer,
    posters: baseUrl + paths.videos,
    /** URL of the page that shows a simulated post; `?url=` names the post. */
    posts: publicBaseUrl + paths.posts,
  };
}
