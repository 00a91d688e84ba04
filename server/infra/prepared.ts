import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* prepared */';

/**
 * Stands at the beginning of a statement (of a query builder: `modifyFront`) that is worth preparing on each connection:
 * sent very often, of few shapes, and planned as well without its parameters. Planning a page of the feed took longer
 * than running it.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();

/** The builder puts it behind its first word. */
const isMarked = (text: string): boolean => text.startsWith(MARK) || text.startsWith(`select ${MARK}`);

/** The same text has the same name on every connection. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

/** Makes a new connection send marked statements as prepared ones; all others stay as they are. */
export function prepareMarked(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
    typeof text === 'string' && isMarked(text)
      ? send({ name: nameOf(text), text, values }, ...rest)
      : send(text, values, ...rest);
  client.query = query as typeof client.query;
}
