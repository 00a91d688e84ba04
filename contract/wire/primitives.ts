import { z } from 'zod';
import { accountIdSchema } from '#contract/accounts/ids.ts';
import { type Micros, micros } from '#contract/money.ts';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';

export const idSchema = z.uuid();

/** Several ids in a query parameter, separated by commas. */
export const idsInput = z.codec(z.string().max(100 * 37), z.array(idSchema).min(1).max(100), {
  decode: (text) => text.split(','),
  encode: (ids) => ids.join(','),
});

/** The id of an account in `params`. */
export const accountParams = z.object({ id: accountIdSchema });

export const idParams = z.object({ id: idSchema });

/** A time, sent as ISO 8601 in UTC and used in code as a `Date`. */
export const momentWire = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (moment) => moment.toISOString(),
});

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(3000, 0, 1);

/** Whether calendars show this time and JavaScript, ISO 8601 and PostgreSQL can all store it. */
export const isUsualMoment = (moment: Date): boolean =>
  moment.getTime() >= EARLIEST && moment.getTime() < LATEST;

const unusual = { error: 'must lie between the years 1970 and 2999.' };

/** A moment that a person chooses. */
export const momentInput = z.codec(
  z.iso.datetime().refine((text) => isUsualMoment(new Date(text)), unusual),
  z.date(),
  { decode: (text) => new Date(text), encode: (moment) => moment.toISOString() },
);

/** A day that a person chooses, such as "2026-01-31". */
const dayInput = z.iso.date().refine((text) => isUsualMoment(new Date(text)), unusual);

/** A range of days. Both ends are included, and each can be omitted. */
export const daySpan = { from: dayInput.optional(), to: dayInput.optional() };

/**
 * A page of rows, with an opaque cursor to the next page, which is null at the end. Lists have no total
 * counts.
 */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextCursor: z.string().nullable() });

/** The order of a list: the name of one order, or "-" followed by the name for descending order. */
export const sortBy = <const Name extends string>(...names: Name[]) =>
  z.enum([...names, ...names.map((name) => `-${name}` as const)]).optional();

export const cursorQuery = z.object({ cursor: z.string().max(300).optional() });

export const platformSchema = z.enum(postPlatforms);
export type Platform = PostPlatform;

/** A whole number of views. Platforms' counts are far below 2^53, so a JavaScript number suffices. */
export const viewsSchema = z.int().nonnegative();

/** An amount of money, sent as a decimal string of micro-dollars and used in code as `Micros`. */
export const microsWire = z.codec(
  z.string().regex(/^-?\d{1,18}$/, 'must be whole micro-dollars, as text of digits.'),
  z.custom<Micros>((v) => typeof v === 'bigint'),
  {
    decode: (text) => micros(text),
    encode: (amount) => amount.toString(),
  },
);
