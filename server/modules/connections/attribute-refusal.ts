import { sql } from 'kysely';
import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Answer, Problem } from './platforms/adapter.ts';
import {
  type AskedAccount,
  isMostRefused,
  PEOPLE_MIN,
  readStanding,
  type Standing,
} from './refusal-standing.ts';

/**
 * An account is found at fault only after this time, because the first refusals of an outage precede the
 * others. Within this time most accounts with new posts are called.
 */
const CONFIRM_MS = 15 * MINUTE;
/**
 * An account is found at fault only after this many refusals, because a platform may answer some calls
 * wrongly. With retries after 2, 4 and 8 minutes this takes about `CONFIRM_MS`.
 */
const REFUSALS_MIN = 4;
/**
 * After this duration of consecutive refusals an account is found at fault, unless many people are refused
 * and no other person's account can be read. If an account was not refused again for this long, its next
 * refusal starts a new count, because an account without counted posts may not be called for weeks.
 */
const LONGEST_MS = 72 * HOUR;
/**
 * The refused people are counted at most once in this time, not for each of the thousands of accounts that an
 * outage affects.
 */
const COUNTED_EVERY_MS = MINUTE;

interface Row {
  first_at: Date;
  blamed_at: Date | null;
  times: number;
}

/** Duration and number of consecutive refusals of one account. */
interface OwnRefusals {
  ms: number;
  times: number;
}

/**
 * Decides who is at fault for a problem that a platform reported for one account. A problem of our app is
 * noted for the operator. If either may be at fault, the account is found at fault only when other people's
 * accounts can be read meanwhile. While most people are refused, the problem becomes `misconfigured`. While
 * it is unknown whether most are, the problem becomes `rejected`, which ends nothing. The caller ends the
 * connection or the release according to the result.
 */
export async function attributeRefusal(db: Database, asked: AskedAccount, found: Problem): Promise<Problem> {
  if (found.kind === 'misconfigured') {
    await noteAppRefusal(db, asked, found, false);
    return found;
  }
  if (found.isCertain || (found.kind !== 'token_dead' && found.kind !== 'denied')) return found;
  const { connectionId, api, now } = asked;
  const isForgotten = sql`r.blamed_at is null and r.last_at < ${after(now, -LONGEST_MS)}`;
  const { rows } = await sql<Row>`
    insert into account_refusals as r (connection_id, api, first_at, last_at, times, detail)
    values (${connectionId}, ${api}, ${now}, ${now}, 1, ${found.detail})
    on conflict (connection_id, api) do update set last_at = greatest(r.last_at, excluded.last_at), detail = excluded.detail,
      first_at = case when ${isForgotten} then excluded.first_at else r.first_at end,
      times = case when ${isForgotten} then 1 else r.times + 1 end
    returning first_at, blamed_at, times`.execute(db);
  const { first_at: firstAt, blamed_at: blamedAt, times } = rows[0]!;
  if (blamedAt) return found;
  const standing = await readStanding(db, asked, { firstAt, countedSince: after(now, -COUNTED_EVERY_MS) });
  const own = { ms: now.getTime() - firstAt.getTime(), times };
  const owner = ownerOf(standing, own) ?? (await ownerByCount(db, asked, standing, own));
  if (owner === 'unknown') return { ...found, kind: 'rejected' };
  if (owner === 'app') {
    await noteAppRefusal(db, asked, found, true);
    return { ...found, kind: 'misconfigured' };
  }
  await sql`update account_refusals set blamed_at = ${now}
    where connection_id = ${connectionId} and api = ${api} and blamed_at is null`.execute(db);
  return found;
}

/** Applies `attributeRefusal` to the problem of an answer, or notes that the platform answered. */
export async function attributeAnswer<T>(
  db: Database,
  asked: AskedAccount,
  answer: Answer<T>,
): Promise<Answer<T>> {
  if (!answer.ok) return { ok: false, problem: await attributeRefusal(db, asked, answer.problem) };
  await noteAnswer(db, asked);
  return answer;
}

/**
 * Returns who is at fault for a refusal that a platform attributes to an account; null if the refused people
 * must be counted first.
 */
function ownerOf(
  { people, unread, othersRead, isHeld }: Standing,
  own: OwnRefusals,
): 'account' | 'app' | null {
  if (people < PEOPLE_MIN) return 'account';
  if (own.ms >= LONGEST_MS && (othersRead || unread < PEOPLE_MIN)) return 'account';
  return isHeld ? 'app' : null;
}

async function ownerByCount(
  db: Database,
  asked: AskedAccount,
  { unread, othersRead }: Standing,
  own: OwnRefusals,
): Promise<'account' | 'app' | 'unknown'> {
  if (unread >= PEOPLE_MIN && (await isMostRefused(db, asked))) return 'app';
  return othersRead && own.ms >= CONFIRM_MS && own.times >= REFUSALS_MIN ? 'account' : 'unknown';
}

async function noteAppRefusal(
  db: Database,
  { connectionId, api, now }: AskedAccount,
  { detail }: Problem,
  isInferred: boolean,
): Promise<void> {
  await sql`
    insert into app_refusals as r (platform, api, since, last_at, counted_at, is_inferred, detail)
    select platform, ${api}, ${now}, ${now}, ${now}, ${isInferred}, ${detail} from connections where id = ${connectionId}
    on conflict (platform, api) do update set last_at = greatest(r.last_at, excluded.last_at),
      counted_at = case when r.counted_at > ${after(now, -COUNTED_EVERY_MS)} then r.counted_at else excluded.counted_at end,
      is_inferred = r.is_inferred and excluded.is_inferred,
      detail = case when excluded.is_inferred and not r.is_inferred then r.detail else excluded.detail end`.execute(
    db,
  );
}

/**
 * Notes that a platform answered for an account, which ends the account's refusals. Ends the app's refusal
 * once most people can be read again.
 */
export async function noteAnswer(db: Database, asked: AskedAccount): Promise<void> {
  const { connectionId, api, now } = asked;
  const over = api === 'posts' ? ['posts', 'tokens'] : [api];
  const { rows } = await sql<{ platform: string; is_inferred: boolean }>`
    with over as (delete from account_refusals where connection_id = ${connectionId} and api = any(${over}::text[]))
    select r.platform, r.is_inferred from app_refusals r join connections c on c.platform = r.platform
    where c.id = ${connectionId} and r.api = ${api}`.execute(db);
  const [refusal] = rows;
  if (!refusal) return;
  if (refusal.is_inferred) {
    const { rows: claimed } = await sql`update app_refusals set counted_at = ${now}
      where platform = ${refusal.platform} and api = ${api} and counted_at <= ${after(now, -COUNTED_EVERY_MS)}
      returning 1`.execute(db);
    if (claimed.length === 0 || (await isMostRefused(db, asked))) return;
  }
  await sql`delete from app_refusals where platform = ${refusal.platform} and api = ${api}`.execute(db);
}
