import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';

/**
 * A statement that was sent this often is prepared the next time. Preparing one that is sent only once or
 * twice is not worth the memory.
 */
const SENT_BEFORE = 2;
/** Statements prepared on one connection at most; each takes about 20 kB of PostgreSQL's memory. */
const MOST_PREPARED = 400;
/** Caches at most this many statements, none longer: the text of a bulk insert never recurs. */
const MOST_KNOWN = 2_000;
const LONGEST = 20_000;

const ALWAYS = '/* prepared */';
const NEVER = '/* not prepared */';

/**
 * Begins a statement (in the query builder: `modifyFront`) that is prepared from its first use, even in a
 * form that otherwise is not. Measurements showed that one plan is as good for all its parameters.
 */
export const prepared = sql.raw(ALWAYS);

/**
 * Begins a statement whose best plan depends so much on its parameters that it is always planned for them.
 */
export const notPrepared = sql.raw(NEVER);

/** The query builder puts the mark after the statement's first word. */
const isMarked = (text: string): boolean => text.startsWith(ALWAYS) || text.startsWith(`select ${ALWAYS}`);

/**
 * An array of a few texts that are mostly the same in each call. Each text is a parameter, so that the
 * statement can be prepared.
 */
export const textsOf = (few: readonly string[]) => sql`array[${sql.join(few)}]::text[]`;

/**
 * Up to this number of ids, each number has its own statement. An act for one person has no more ids than
 * this.
 */
const FEW_IDS = 4;

/**
 * An array of ids. Few ids are separate parameters, so that the statement can be prepared; for many the plan
 * depends on their number.
 */
export const idsOf = (ids: readonly string[]) =>
  ids.length <= FEW_IDS ? sql`array[${sql.join(ids)}]::uuid[]` : sql`${ids}::uuid[]`;

/** A single statement that reads or writes data. */
const OF_DATA = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i;
/**
 * Matches statements that select all columns. A column added by a later release changes their result, and
 * PostgreSQL refuses a prepared statement whose result changed.
 */
const ALL_COLUMNS = /(?:\bselect|\breturning|,)\s+(?:"?\w+"?\.)?\*/i;
/**
 * PostgreSQL finds a partial index by its condition, so planning needs the values of the condition's
 * parameters.
 */
const PARTIAL_CONFLICT = /\bon conflict \([^()]*\) where\b/i;
/** The best plan for an array depends on its length, but a generic plan assumes ten elements. */
const OF_ARRAY = /\$\d+::\w+\[\]|\bany\s*\(\$\d+\)/i;

/** Removes everything in parentheses, so that a remaining list of columns is that of the result. */
function outermost(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, ' ');
  return shorter === text ? text : outermost(shorter);
}

const isFit = (text: string): boolean =>
  OF_DATA.test(text) &&
  !OF_ARRAY.test(text) &&
  !PARTIAL_CONFLICT.test(text) &&
  !ALL_COLUMNS.test(outermost(text));

interface Known {
  /** The statement's text. The driver stores it per connection, so sharing one string saves memory. */
  text: string;
  /** The statement's name, equal on every connection. */
  name: string;
  canBePrepared: boolean;
  sent: number;
}

const known = new Map<string, Known>();

function know(text: string): Known {
  let statement = known.get(text);
  if (statement) return statement;
  if (known.size >= MOST_KNOWN) known.clear();
  const marked = isMarked(text);
  statement = {
    text,
    name: createHash('sha256').update(text).digest('base64url').slice(0, 32),
    canBePrepared: marked || isFit(text),
    sent: marked ? SENT_BEFORE : 0,
  };
  known.set(text, statement);
  return statement;
}

/**
 * Makes a connection prepare statements that recur, as JDBC and Rails do. PostgreSQL then parses and checks
 * each statement once, and plans it once if a generic plan is as good (`plan_cache_mode`). Planning most
 * statements takes several times as long as running them.
 */
export function prepareRepeated(client: pg.PoolClient): void {
  const prepared = new Set<string>();
  const asPrepared = (text: string): Pick<Known, 'name' | 'text'> | null => {
    const statement = know(text);
    statement.sent += 1;
    if (!statement.canBePrepared || statement.sent <= SENT_BEFORE) return null;
    if (!prepared.has(statement.name) && prepared.size >= MOST_PREPARED) return null;
    prepared.add(statement.name);
    return { name: statement.name, text: statement.text };
  };
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !Array.isArray(values) || text.length > LONGEST)
      return send(text, values, ...rest);
    const statement = asPrepared(text);
    return statement ? send({ ...statement, values }, ...rest) : send(text, values, ...rest);
  };
  client.query = query as typeof client.query;
}
