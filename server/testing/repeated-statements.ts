import type pg from 'pg';

const names = new Map<string, string>();

/** The same text has the same name on every connection. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `repeated_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Prepares on each connection of a test what it sends a second time: PostgreSQL then reads and checks a statement once, and
 * still plans it for each run as it does for one that was not prepared (`customPlans`). A test sends the same few statements
 * hundreds of times, and reading them was a quarter of its time.
 */
export function prepareRepeated(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const sent = new Set<string>();
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, ...rest);
      if (sent.has(text)) return send({ name: nameOf(text), text, values }, ...rest);
      sent.add(text);
      return send(text, values, ...rest);
    };
    client.query = query as typeof client.query;
  });
}

/** The address of a database whose sessions plan each run of a prepared statement anew. */
export function customPlans(url: string): string {
  const custom = new URL(url);
  custom.searchParams.set('options', '-c plan_cache_mode=force_custom_plan');
  return custom.href;
}
