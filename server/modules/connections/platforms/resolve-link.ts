import { parsePostUrl, type RecognisedPost } from '#contract/post-url.ts';
import { type Answer, answer, problem } from './adapter.ts';
import { callOutside, type OutsideCaller, problemOfStatus } from './outside-call.ts';

const mostHops = 3;

/**
 * Follows a platform's share link to the post it stands for. Only links that parsePostUrl called `needs_resolve` are
 * ever asked, so no host outside the platforms is; at most three hops, no cookies, nothing read but the next address.
 * `base` (an endpoint's override) takes the place of `https:/`; null asks the link's own host.
 */
export async function resolveLink(
  resolveUrl: string,
  base: string | null,
  limits: OutsideCaller = {},
): Promise<Answer<RecognisedPost>> {
  let next = resolveUrl;
  for (let hop = 0; hop < mostHops; hop += 1) {
    const { host, pathname } = new URL(next);
    const reply = await callOutside(`${base ?? 'https:/'}/${host}${pathname}`, { method: 'GET' }, limits);
    if (!reply.ok) return reply;
    const { status, headers } = reply.value;
    if (status === 404 || status === 410) return problem('gone', 'the link leads nowhere');
    const location = headers.get('location');
    if (status < 300 || status >= 400 || location === null || !URL.canParse(location, next)) {
      return status >= 400
        ? problemOfStatus(reply.value, `the link answered ${status}`)
        : problem('gone', 'the link does not lead to a post');
    }
    const target = parsePostUrl(new URL(location, next).href);
    if (target.ok) return answer(target);
    if (target.reason !== 'needs_resolve') return problem('gone', 'the link does not lead to a post');
    next = target.resolveUrl;
  }
  return problem('gone', 'the link leads in circles');
}
