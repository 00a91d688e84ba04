import { parsePostUrl } from '#contract/platforms/post-url.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com';
const TWITCH = 'https://player.twitch.tv';
const TWITCH_CLIPS = 'https://clips.twitch.tv';

/** Origins of the players for linked sources. */
export const sourcePlayerOrigins: readonly string[] = [YOUTUBE, TWITCH, TWITCH_CLIPS];

/**
 * Returns the platform's player for a host's linked source, to embed in a frame. Returns null for links other
 * than a video on YouTube or Twitch. `site` is the host name of the embedding page, which Twitch requires.
 */
export function sourcePlayer(link: string, site: string): { name: string; src: string } | null {
  const post = parsePostUrl(link);
  if (post.ok) {
    const src = `${YOUTUBE}/embed/${post.id}?autoplay=1&playsinline=1&rel=0`;
    return post.platform === 'youtube' ? { name: 'YouTube', src } : null;
  }
  const twitch = twitchPlayer(link);
  return twitch
    ? { name: 'Twitch', src: `${twitch}&parent=${encodeURIComponent(site)}&autoplay=true` }
    : null;
}

function twitchPlayer(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const { hostname, pathname } = new URL(link);
  const path = pathname.split('/').filter(Boolean);
  const slug = hostname === 'clips.twitch.tv' ? path[0] : path[1] === 'clip' ? path[2] : undefined;
  if (hostname !== 'clips.twitch.tv' && !/^(?:(?:www|m)\.)?twitch\.tv$/.test(hostname)) return null;
  if (slug && /^[A-Za-z0-9_-]{1,100}$/.test(slug)) return `${TWITCH_CLIPS}/embed?clip=${slug}`;
  const video = path[0] === 'videos' ? path[1] : undefined;
  return video && /^\d{1,15}$/.test(video) ? `${TWITCH}/?video=${video}` : null;
}
