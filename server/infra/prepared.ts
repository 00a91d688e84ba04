import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';

/** What this process sent so often is prepared when it is sent again: what is sent once or twice is not worth its memory. */
const SENT_BEFORE = 2;
/** So many statements are prepared on one connection; each takes some twenty kilobytes of PostgreSQL. */
const MOST_PREPARED = 400;
/** So many are known at a time, and none that is longer: rows in their hundreds make a text that never comes again. */
const MOST_KNOWN = 2_000;
const LONGEST = 20_000;

const ALWAYS = '/* prepared */';
const NEVER = '/* not prepared */';

/**
 * Stands at the beginning of a statement (of a query builder: `modifyFront`) that is prepared from the first time on, whatever it
 * looks like: it was measured that one plan is as good for all its parameters.
 */
export const prepared = sql.raw(ALWAYS);

/** Stands at the beginning of a statement whose best plan depends on its parameters so much that it is always planned for them. */
export const notPrepared = sql.raw(NEVER);

/** The builder puts it behind its first word. */
const isMarked = (text: string): boolean => text.startsWith(ALWAYS) || text.startsWith(`select ${ALWAYS}`);

/** An array of texts that are few and mostly the same: each is a parameter, so that its statement can be prepared. */
export const textsOf = (few: readonly string[]) => sql`array[${sql.join(few)}]::text[]`;

/** So many ids have a statement of their own each; what is done for one person touches no more. */
const FEW_IDS = 4;

/** An array of ids. Few are each a parameter, so that their statement can be prepared; for many the plan depends on how many they are. */
export const idsOf = (ids: readonly string[]) =>
  ids.length <= FEW_IDS ? sql`array[${sql.join(ids)}]::uuid[]` : sql`${ids}::uuid[]`;

/** Statements of data, alone. */
const OF_DATA = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i;
/** A column that a later release adds would change its result, and PostgreSQL refuses that of what is prepared. */
const ALL_COLUMNS = /(?:\bselect|\breturning|,)\s+(?:"?\w+"?\.)?\*/i;
/** The index of such a conflict is found by its condition, so the condition's parameters have to be known. */
const PARTIAL_CONFLICT = /\bon conflict \([^()]*\) where\b/i;
/** How many elements an array has decides how a set is best read, and a plan for all of them expects ten. */
const OF_ARRAY = /\$\d+::\w+\[\]|\bany\s*\(\$\d+\)/i;

/** A statement without what stands in parentheses: what is left of its lists of columns is of the result. */
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
  /** The driver keeps it for each connection: one string for all of them. */
  text: string;
  /** The same on every connection. */
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
 * Makes a connection prepare what is sent again and again, as JDBC and Rails do: PostgreSQL then reads and checks it once, and
 * plans it once where that is as good (`plan_cache_mode`). Planning most statements takes several times as long as running them.
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
