import { codeOfKey } from './instagram-links.ts';
import { decoded } from './post-link.ts';

const tiktok = /^(?:snssdk(?:1180|1233|1340)|tiktok|musically):\/\/(?:aweme\/detail\/)?/i;
const youtube = /^(?:vnd\.youtube(?:\.launch)?:(?:\/\/)?|youtube:\/\/)/i;
const instagram = /^instagram:\/\//i;
const intent = /^intent:\/\//i;
const website = /^(?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,6}[/?]/i;
const ID_ALONE = /^[A-Za-z0-9_-]{11}(?:[?&#/]|$)/;

/**
 * Returns the web links that an app's link contains (`vnd.youtube:ID`, `snssdk1233://…`, `intent://…`); empty
 * for other links.
 */
export function appLinks(link: string): string[] {
  if (intent.test(link)) return ofIntent(link);
  if (tiktok.test(link)) {
    const rest = link.replace(tiktok, '');
    return website.test(rest) ? [`https://${rest}`] : [`https://www.tiktok.com/video/${lastOf(rest)}`];
  }
  if (youtube.test(link)) {
    const rest = link.replace(youtube, '');
    if (website.test(rest)) return [`https://${rest}`];
    return [`https://${ID_ALONE.test(rest) ? 'youtu.be' : 'www.youtube.com'}/${rest}`];
  }
  if (!instagram.test(link)) return [];
  const rest = link.replace(instagram, '');
  const key = /^(?:media|reel|reels)\/?\?id=(\d{15,19})(?!\d)/i.exec(rest)?.[1];
  return [`https://www.instagram.com/${key ? `p/${codeOfKey(BigInt(key))}/` : rest}`];
}

/** Returns the post's id from the end of an app's link, such as `video/ID?refer=web` or `detail?id=ID`. */
const lastOf = (rest: string): string => /\bid=(\d{1,20})/.exec(rest)?.[1] ?? rest.replace(/^video\//i, '');

/** Reads Android's format `intent://HOST/PATH#Intent;scheme=…;S.browser_fallback_url=…;end`. */
function ofIntent(link: string): string[] {
  const [target = '', ...options] = link.replace(intent, '').split(/#Intent;|;/);
  const option = (name: string) =>
    options.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const scheme = option('scheme');
  const own = /^https?$|^$/.test(scheme) ? [`https://${target}`] : appLinks(`${scheme}://${target}`);
  const fallback = decoded(option('S.browser_fallback_url'));
  return website.test(target) ? [`https://${target}`, fallback] : [...own, fallback];
}
