import { sql } from 'kysely';

/** The size of a world: its listings, as many people (a tenth of them hosts), and clips. */
export interface Size {
  listings: number;
  clips: number;
}

/**
 * The first listings, with the first clips, belong to one host in every world. The measured reads are about
 * them.
 */
export const SUBJECT = { listings: 20, clips: 400 };
/** Days over which the posts of live clips are spread. */
export const DAYS_COUNTED = 32.9;
export const SNAPSHOTS_EACH = 4;

/**
 * SQL functions that compute time-ordered ids, like the product's, from a number, so that rows can be named
 * without a lookup.
 */
export const FUNCTIONS = `
  create function scale_id(kind int, n bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex(1767225600000 + n * 20), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid $$;
  create function scale_share(n bigint) returns float8 language sql immutable as $$
    select (hashint8(n)::bigint + 2147483648) / 4294967296.0 $$`;

/** The kinds of ids, as SQL that computes them from a row's number. */
export const idOf = {
  host: (n: string) => sql.raw(`scale_id(1, ${n})`),
  clipper: (n: string) => sql.raw(`scale_id(2, ${n})`),
  listing: (n: string) => sql.raw(`scale_id(3, ${n})`),
  clip: (n: string) => sql.raw(`scale_id(4, ${n})`),
  connection: (n: string) => sql.raw(`scale_id(5, ${n})`),
};

export const platformOf = (n: string) => sql.raw(`(array['tiktok', 'youtube', 'instagram'])[1 + ${n} % 3]`);
export const hostOf = (listing: string): string =>
  `(case when ${listing} < ${SUBJECT.listings} then 0 else ${listing} / 10 end)`;
