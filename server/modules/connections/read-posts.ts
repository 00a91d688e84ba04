import type { AccountId } from '#contract/accounts/ids.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { openAccess } from './access.ts';
import { attributeAnswer, attributeRefusal, noteAnswer } from './attribute-refusal.ts';
import { bookLookup } from './book-lookup.ts';
import type { ConnectionReader } from './deps.ts';
import { markDead } from './mark-dead.ts';
import {
  type Answer,
  type FoundPost,
  type PostCaption,
  type PostRef,
  type Problem,
  type ProblemKind,
  type Readings,
  type Uncountable,
  uncountable,
} from './platforms/adapter.ts';
import { readDivided, requestDivided } from './platforms/divide-requests.ts';
import { connectedAs } from './queries.ts';
import { readLink } from './read-link.ts';

export type OwnPost =
  | { kind: 'found'; connectionId: string; post: FoundPost; level: CountLevel }
  /** The person's lookups for the day are used up. */
  | { kind: 'quota_used'; until: Date }
  | { kind: 'no_connection' | 'no_permission' | 'not_found' | 'not_yours' | 'unavailable' | Uncountable };

interface Ask {
  accountId: AccountId;
  platform: PostPlatform;
  postId: string;
  handleInLink: string | undefined;
  now: Date;
}

/**
 * Looks for a post among a person's connected accounts of its platform, starting with the account that the
 * link names. Returns the post of the first account that owns it.
 */
export async function findOwnPost(deps: ConnectionReader, ask: Ask): Promise<OwnPost> {
  const connections = await deps.db
    .selectFrom('connections')
    .select(['id', 'verified_by', 'handle'])
    .where('user_id', '=', ask.accountId)
    .where('platform', '=', ask.platform)
    .where('state', '=', 'active')
    .orderBy('connected_at')
    .execute();
  // With keys, only accounts connected by sign-in can be called, so a person who proved an account by a code
  // must sign in now. Without keys nobody can sign in, and only codes prove accounts.
  const askable = deps.adapters.posts(ask.platform) !== null;
  const usable = connections.filter(({ verified_by }) => (verified_by === 'oauth') === askable);
  if (usable.length === 0) return { kind: 'no_connection' };
  const named = ask.handleInLink?.toLowerCase();
  const isOther = ({ handle }: { handle: string }) => Number(handle.toLowerCase() !== named);
  usable.sort((a, b) => isOther(a) - isOther(b));
  let worst: OwnPost = { kind: 'not_yours' };
  for (const { id, verified_by, handle } of usable) {
    const until = verified_by === 'code' ? null : await bookLookup(deps.db, ask.accountId, ask.now);
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
      if (usable.length === 1) worst = { kind: kind === 'denied' ? 'no_permission' : 'no_connection' };
    } else if (kind !== 'not_owner') worst = { kind: 'unavailable' };
  }
  return worst;
}

const isUncountable = (kind: ProblemKind): kind is Uncountable =>
  (uncountable as readonly string[]).includes(kind);

async function findIn(deps: ConnectionReader, connectionId: string, ask: Ask): Promise<Answer<FoundPost>> {
  const opened = await openAccess(deps, connectionId, ask.now);
  if (!opened.ok) return opened;
  const { adapter, access, sealed } = opened.value;
  const found = await adapter.findPost(access, {
    postId: ask.postId,
    ...(ask.handleInLink === undefined ? {} : { handleInLink: ask.handleInLink }),
  });
  const { now } = ask;
  const answer = await attributeAnswer(deps.db, { connectionId, api: 'posts', now }, found);
  if (!answer.ok && answer.problem.kind === 'token_dead')
    await markDead(deps.db, { connectionId, sealed, now });
  return answer;
}

/**
 * Reads counts of one connected account's posts in as many calls as the platform needs. A post that can't be
 * read does not prevent reading the others.
 */
export async function readCounts(
  deps: ConnectionReader,
  connectionId: string,
  posts: readonly PostRef[],
  now: Date,
): Promise<Answer<Readings>> {
  const accountId = await connectedAs(deps.db, connectionId);
  const opened = await openAccess(deps, accountId, now);
  if (!opened.ok) return opened;
  const { adapter, access, sealed } = opened.value;
  const answer = await readDivided({
    parts: batchesOf(posts, adapter.postsPerRead),
    ask: (batch) => adapter.readMetrics(access, batch),
    isDivided: true,
  });
  // If posts were read before a refusal, the account was readable until then. So its earlier refusals are
  // cleared first, and this refusal counts as the first one.
  if (answer.ok && answer.value.read.size > 0)
    await noteAnswer(deps.db, { connectionId: accountId, api: 'posts', now });
  const end = await weigh(deps, { accountId, sealed, now }, answer.ok ? answer.value.cut : answer.problem);
  if (!end) return answer;
  return answer.ok ? { ok: true, value: { ...answer.value, cut: end } } : { ok: false, problem: end };
}

interface ReadAccount {
  accountId: string;
  sealed: string;
  now: Date;
}

/**
 * Decides with `attributeRefusal` who is at fault for the problem that ended a reading, and marks the connection
 * as dead if its account is at fault.
 */
async function weigh(
  { db }: ConnectionReader,
  { accountId: connectionId, sealed, now }: ReadAccount,
  end: Problem | null | undefined,
): Promise<Problem | null> {
  const asked = { connectionId, api: 'posts', now } as const;
  if (!end) {
    await noteAnswer(db, asked);
    return null;
  }
  const weighed = await attributeRefusal(db, asked, end);
  if (weighed.kind === 'token_dead') await markDead(db, { connectionId, sealed, now });
  return weighed;
}

function batchesOf(posts: readonly PostRef[], most: number): PostRef[][] {
  const batches: PostRef[][] = [];
  for (let start = 0; start < posts.length; start += most) batches.push(posts.slice(start, start + most));
  return batches;
}

/** Reads the current captions of one connected account's posts; posts that are not shown are left out. */
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
  const apart = await requestDivided({
    parts: batchesOf(posts, adapter.postsPerRead),
    ask: (batch) => adapter.readCaptions(access, batch),
    take: (captions) => {
      for (const [postId, caption] of captions) all.set(postId, caption);
    },
  });
  const end = await weigh(deps, { accountId, sealed, now }, apart.ok ? apart.value.cut : apart.problem);
  return apart.ok ? { ok: true, value: all } : { ok: false, problem: end ?? apart.problem };
}
