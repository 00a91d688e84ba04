import { type RawBuilder, sql } from 'kysely';

/** The first three parts of an IPv4 address, or of an IPv6 one. */
const NETWORK = '^(\\d+\\.\\d+\\.\\d+|[0-9a-f]+:[0-9a-f]*:[0-9a-f]*)[.:]';
const PRIVATE = '^(127|10|192\\.168|172\\.(1[6-9]|2\\d|3[01])|169\\.254)\\.|^::1$|^f[cde]';

/** The network of an address in a column, as SQL; null of a private one, which says nothing of where somebody is. */
export const networkOf = (column: string): RawBuilder<string | null> =>
  sql`case when ${sql.ref(column)} !~ ${PRIVATE} then substring(${sql.ref(column)} from ${NETWORK}) end`;
