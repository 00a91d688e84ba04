import { type RawBuilder, sql } from 'kysely';

/** Regular expression for the first three groups of an IPv4 or IPv6 address. */
const NETWORK = '^(\\d+\\.\\d+\\.\\d+|[0-9a-f]+:[0-9a-f]*:[0-9a-f]*)[.:]';
const PRIVATE = '^(127|10|192\\.168|172\\.(1[6-9]|2\\d|3[01])|169\\.254)\\.|^::1$|^f[cde]';

/**
 * SQL for the network of the address in a column. Null for a private address, which says nothing about a person's
 * location.
 */
export const networkOf = (column: string): RawBuilder<string | null> =>
  sql`case when ${sql.ref(column)} !~ ${PRIVATE} then substring(${sql.ref(column)} from ${NETWORK}) end`;
