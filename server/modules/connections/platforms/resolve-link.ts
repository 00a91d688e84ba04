import { type ParsedLink, postLinks, postOfUrl } from '#contract/platforms/post-url.ts';
import { type Answer, answer, problem } from './adapter.ts';
import { callOutside, type OutsideCaller, type OutsideReply, retryAfterOf } from './outside-call.ts';

const mostHops = 3;

/**
 * Paths of pages that a platform shows instead of a post to people who are not signed in, have not consented
 * or send too many requests.
 */
const barrier =
  /^\/(?:[a-z]{2}(?:-[A-Za-z]{2,4})?\/)?(?:login|accounts|signin|challenge|checkpoint|consent|captcha|verify)\b/;

const isBarrier = ({ hostname, pathname }: URL): boolean =>
  Object.values(postLinks).some(({ isHost }) => isHost(hostname)) && barrier.test(pathname);

/** A link's target: a post, or photos, which are never paid. */
type LinkTarget = Exclude<ParsedLink, { reason: 'not_recognised' | 'needs_resolve' }>;

/**
 * Follows a platform's share link to its post. Call it only for links that parsePostUrl reports as
 * `needs_resolve`, so that it calls no host outside the platforms. Makes at most three calls, without
 * cookies, and reads only the next address from each answer. `gone` means that the link leads to no post; any
 * other problem means that its target is unknown now. `base` (an endpoint's override) replaces `https:/`;
 * with null the link's own host is called.
 */
export async function resolveLink(
  resolveUrl: string,
  base: string | null,
  limits: OutsideCaller = {},
): Promise<Answer<LinkTarget>> {
  let next = resolveUrl;
  for (let hop = 0; hop < mostHops; hop += 1) {
    const { host, pathname } = new URL(next);
    const reply = await callOutside(`${base ?? 'https:/'}/${host}${pathname}`, { method: 'GET' }, limits);
    if (!reply.ok) return reply;
    const location = locationOf(reply.value, next);
    if (!location.ok) return location;
    const target = postOfUrl(location.value);
    if (target.ok || target.reason === 'photo_post') return answer(target);
    if (isBarrier(location.value)) return problem('transient', 'the link leads to a login');
    if (target.reason !== 'needs_resolve') return problem('gone', 'the link does not lead to a post');
    next = target.resolveUrl;
  }
  return problem('gone', 'the link leads in circles');
}

function locationOf({ status, headers }: OutsideReply, asked: string): Answer<URL> {
  if (status === 404 || status === 410) return problem('gone', 'the link leads nowhere');
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null && URL.canParse(location, asked)) {
    return answer(new URL(location, asked));
  }
  // The reply is a refusal, an error of an overloaded server or a page with scripts, so it says nothing about
  // the link's target.
  const kind = status === 429 ? 'quota' : 'transient';
  return problem(kind, `the link answered ${status} without an address`, retryAfterOf(headers));
}
