import type { PostPlatform } from '#contract/platforms.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { openAccess } from './access.ts';
import { bookLookup } from './book-lookup.ts';
import type { ConnectionReader } from './deps.ts';
import { markDead } from './mark-dead.ts';
import {
  type Answer,
  type FoundPost,
  type PostCaption,
  type PostRef,
  type ProblemKind,
  type Readings,
  type Uncountable,
  uncountable,
} from './platforms/adapter.ts';
import { connectedAs } from './queries.ts';
import { readLink } from './read-link.ts';

export type OwnPost =
  | { kind: 'found'; connectionId: string; post: FoundPost; level: CountLevel }
  /** The person had platforms asked often enough for a day. */
  | { kind: 'quota_used'; until: Date }
  | { kind: 'no_connection' | 'not_found' | 'not_yours' | 'unavailable' | Uncountable };

interface Ask {
  userId: string;
  platform: PostPlatform;
  postId: string;
  handleInLink: string | undefined;
  now: Date;
}

/**
 * Looks for a post among a person's connected accounts of its platform, the one that the link names first; the first that
 * owns it answers.
 */
export async function findOwnPost(deps: ConnectionReader, ask: Ask): Promise<OwnPost> {
  const connections = await deps.db
    .selectFrom('connections')
    .select(['id', 'verified_by', 'handle'])
    .where('user_id', '=', ask.userId)
    .where('platform', '=', ask.platform)
    .where('state', '=', 'active')
    .orderBy('connected_at')
    .execute();
  // Once a platform has keys here, it is asked: who had to prove an account by a code then signs in there. Without them
  // nobody can be asked by a sign-in, and a code proves the account.
  const askable = deps.adapters.posts(ask.platform) !== null;
  const usable = connections.filter(({ verified_by }) => (verified_by === 'oauth') === askable);
  if (usable.length === 0) return { kind: 'no_connection' };
  const named = ask.handleInLink?.toLowerCase();
  const isOther = ({ handle }: { handle: string }) => Number(handle.toLowerCase() !== named);
  usable.sort((a, b) => isOther(a) - isOther(b));
  let worst: OwnPost = { kind: 'not_yours' };
  for (const { id, verified_by, handle } of usable) {
    const until = verified_by === 'code' ? null : await bookLookup(deps.db, ask.userId, ask.now);
    if (until) return { kind: 'quota_used', until };
    const answer = verified_by === 'code' ? readLink(handle, ask) : await findIn(deps, id, ask);
    if (answer.ok) {
      const level = verified_by === 'code' ? 'attested' : 'platform';
      return { kind: 'found', connectionId: id, post: answer.value, level };
    }
    const { kind } = answer.problem;
    if (isUncountable(kind)) return { kind };
    if (kind === 'gone') worst = { kind: 'not_found' };
    else if (kind === 'token_dead' || kind === 'denied') {
      if (usable.length === 1) worst = { kind: 'no_connection' };
    } else if (kind !== 'not_owner') worst = { kind: 'unavailable' };
  }
  return worst;
}

const isUncountable = (kind: ProblemKind): kind is Uncountable =>
  (uncountable as readonly string[]).includes(kind);

async function findIn(deps: ConnectionReader, connectionId: string, ask: Ask): Promise<Answer<FoundPost>> {
  const opened = await openAccess(deps, connectionId, ask.now);
  const answer = opened.ok
    ? await opened.value.adapter.findPost(opened.value.access, {
        postId: ask.postId,
        ...(ask.handleInLink === undefined ? {} : { handleInLink: ask.handleInLink }),
      })
    : opened;
  if (opened.ok && !answer.ok && answer.problem.kind === 'token_dead') {
    await markDead(deps.db, { connectionId, sealed: opened.value.sealed, now: ask.now });
  }
  return answer;
}

/** Counts of posts of one connected account, in as many calls as the platform asks for. */
export async function readCounts(
  deps: ConnectionReader,
  connectionId: string,
  posts: readonly PostRef[],
  now: Date,
): Promise<Answer<Readings>> {
  const accountId = await connectedAs(deps.db, connectionId);
  const opened = await openAccess(deps, accountId, now);
  const all: Readings = { read: new Map(), unread: new Map() };
  const { postsPerRead } = opened.ok ? opened.value.adapter : { postsPerRead: posts.length };
  for (let start = 0; start < posts.length; start += postsPerRead) {
    const batch = posts.slice(start, start + postsPerRead);
    const answer = opened.ok ? await opened.value.adapter.readMetrics(opened.value.access, batch) : opened;
    if (!answer.ok) {
      if (opened.ok && answer.problem.kind === 'token_dead') {
        await markDead(deps.db, { connectionId: accountId, sealed: opened.value.sealed, now });
      }
      // What was read before the platform stopped answering is kept; the rest is asked again.
      if (start === 0) return answer;
      for (const { postId } of posts.slice(start)) all.unread.set(postId, 'later');
      all.cut = answer.problem;
      break;
    }
    for (const [postId, reading] of answer.value.read) all.read.set(postId, reading);
    for (const [postId, why] of answer.value.unread) all.unread.set(postId, why);
    if (answer.value.cut) {
      for (const { postId } of posts.slice(start + postsPerRead)) all.unread.set(postId, 'later');
      all.cut = answer.value.cut;
      break;
    }
  }
  return { ok: true, value: all };
}

/** What posts of one connected account say today; those that are not shown are left out. */
export async function readCaptions(
  deps: ConnectionReader,
  connectionId: string,
  posts: readonly PostRef[],
  now: Date,
): Promise<Answer<Map<string, PostCaption>>> {
  const accountId = await connectedAs(deps.db, connectionId);
  const opened = await openAccess(deps, accountId, now);
  if (!opened.ok) return opened;
  const { adapter, access, sealed } = opened.value;
  const all = new Map<string, PostCaption>();
  for (let start = 0; start < posts.length; start += adapter.postsPerRead) {
    const answer = await adapter.readCaptions(access, posts.slice(start, start + adapter.postsPerRead));
    if (!answer.ok) {
      if (answer.problem.kind === 'token_dead') {
        await markDead(deps.db, { connectionId: accountId, sealed, now });
      }
      return answer;
    }
    for (const [postId, caption] of answer.value) all.set(postId, caption);
  }
  return { ok: true, value: all };
}
