import { type Answer, answer, isOfPost, type PostRef, type Problem, type Readings } from './adapter.ts';

/** If this many calls in a row got no answer, the platform is at fault, not the posts. */
const SILENT_MAX = 3;
/** If this many posts were refused individually and none was read, the call is at fault, not the posts. */
const REFUSED_MAX = 5;

interface Apart {
  /** The requested posts that were not read, each with its problem. */
  problems: Map<string, Problem>;
  /** Posts that were not requested, because of `cut`. */
  later: string[];
  cut: Problem | null;
}

interface Ask<T> {
  /** The posts of each call, before any call is divided. */
  parts: readonly (readonly PostRef[])[];
  ask(posts: readonly PostRef[]): Promise<Answer<T>>;
  take(value: T): void;
  /** Whether `ask` already requests each post of a part individually. */
  isDivided?: boolean;
}

/**
 * Requests posts so that one post never blocks the others. A call that may be refused because of one post is
 * repeated with each half of its posts. After a problem of the account or the platform no further calls are
 * made; the posts read until then are kept. Returns a problem if nothing is known of any post.
 */
export async function requestDivided<T>({
  parts,
  ask,
  take,
  isDivided = false,
}: Ask<T>): Promise<Answer<Apart>> {
  const apart: Apart = { problems: new Map(), later: [], cut: null };
  const waiting = [...parts];
  let [silent, known] = [0, 0];
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const reply = await ask(part);
    if (reply.ok) {
      silent = 0;
      known += 1;
      take(reply.value);
      continue;
    }
    const found = reply.problem;
    silent = found.kind === 'transient' ? silent + 1 : 0;
    const isAlone = part.length === 1 || isDivided;
    const isOver = !mayBeOfOne(found, isAlone) || silent >= SILENT_MAX;
    if (!isOver && !isAlone) {
      const half = Math.ceil(part.length / 2);
      waiting.push(part.slice(0, half), part.slice(half));
      continue;
    }
    if (!isOver) {
      for (const { postId } of part) apart.problems.set(postId, found);
      if (isOfPost(found.kind)) known += 1;
      if (known > 0 || apart.problems.size < REFUSED_MAX) continue;
    }
    if (known === 0) return reply;
    apart.cut = found;
    apart.later = [part, ...waiting].flat().map(({ postId }) => postId);
    break;
  }
  const [first] = apart.problems.values();
  return first && known === 0 ? { ok: false, problem: first } : answer(apart);
}

/**
 * Whether a problem may concern one post of several. An error with a code may; an error that would stop every
 * call does not.
 */
const mayBeOfOne = ({ kind, code }: Problem, isAlone: boolean): boolean =>
  isOfPost(kind) ||
  kind === 'rejected' ||
  ((kind === 'transient' || kind === 'denied') && (code !== null || isAlone));

/** Reads counts with `requestDivided`. */
export async function readDivided(asked: Omit<Ask<Readings>, 'take'>): Promise<Answer<Readings>> {
  const all: Readings & { details: Map<string, string> } = {
    read: new Map(),
    unread: new Map(),
    details: new Map(),
  };
  const apart = await requestDivided({
    ...asked,
    take({ read, unread, details = new Map(), cut }) {
      for (const [postId, reading] of read) all.read.set(postId, reading);
      for (const [postId, why] of unread) all.unread.set(postId, why);
      for (const [postId, detail] of details) all.details.set(postId, detail);
      if (cut) all.cut = cut;
    },
  });
  if (!apart.ok) return apart;
  for (const [postId, found] of apart.value.problems) {
    all.unread.set(postId, unreadBy(found));
    all.details.set(postId, found.detail);
  }
  for (const postId of apart.value.later) all.unread.set(postId, 'later');
  if (apart.value.cut) all.cut = apart.value.cut;
  return answer(all);
}

function unreadBy({ kind }: Problem) {
  if (kind === 'before_professional' || kind === 'unsupported') return kind;
  if (isOfPost(kind)) return 'gone';
  return kind === 'transient' ? 'unanswered' : 'rejected';
}
