import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { formatDecimal } from '#contract/money.ts';
import type { CsvRoute, WholeCsvRoute } from '#contract/wire/csv.ts';
import type { Access, RouteSpec } from '#contract/wire/route.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { type Api, type Call, implement, register } from './route.ts';

/** A bigint is money. A Date is written as ISO 8601 in UTC, and null as an empty cell. */
export type CsvCell = string | number | bigint | Date | null;
export type CsvColumns<Row> = readonly (readonly [header: string, read: (row: Row) => CsvCell])[];

interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/**
 * Registers a cursor-paged list and its CSV file. One handler reads a page for both, from the database that
 * is passed to it. The file is streamed page by page, so its length is not limited.
 */
export function implementTable<
  P extends z.ZodType,
  Q extends z.ZodType,
  Row,
  R extends z.ZodType<Page<Row>>,
  E extends ErrorCode,
  A extends Access,
>(
  api: Api,
  list: RouteSpec<P, Q, z.ZodUndefined, R, E> & { access: A },
  file: CsvRoute<Q, A, P>,
  columns: CsvColumns<Row>,
  read: (
    call: Call<z.output<P>, z.output<Q>, undefined, A>,
    db: Database,
  ) => Promise<Outcome<z.output<R>, NoInfer<E>>>,
): void {
  implement(api, list, (call) => read(call, api.db));
  register(api, file, async (anyCall) => {
    const call = anyCall as Call<z.output<P>, z.output<Q>, undefined, A>;
    const readPage = (query: z.output<Q>) => api.replica.read((db) => read({ ...call, query }, db));
    const first = await readPage(call.query);
    if (isRefusal(first)) return first;
    const lines = writeLines(columns, first, async (cursor) => {
      const next = await readPage({ ...(call.query as object), cursor } as z.output<Q>);
      if (isRefusal(next)) throw new Error(`${file.path} broke off: ${next.code}`);
      return next;
    });
    return asFile(call.reply, file.file).send(Readable.from(lines));
  });
}

/** Registers the CSV file of a table that is shown on one page completely. */
export function implementWholeTable<Row, A extends Access>(
  api: Api,
  file: WholeCsvRoute<A>,
  columns: CsvColumns<Row>,
  read: () => Promise<readonly Row[]>,
): void {
  register(api, file, async ({ reply }) => {
    const lines = [headerOf(columns), ...(await read()).map((row) => lineOf(columns, row))];
    return csvFile(reply, file.file, lines);
  });
}

const headerOf = <Row>(columns: CsvColumns<Row>): string => csvLine(columns.map(([header]) => header));
const lineOf = <Row>(columns: CsvColumns<Row>, row: Row): string =>
  csvLine(columns.map(([, cell]) => cell(row)));

const asFile = (reply: FastifyReply, name: string): FastifyReply =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);

/**
 * Sends a file that is not a paged table. The handler returns the result; the lines are made by `csvLine`.
 */
export function csvFile(reply: FastifyReply, name: string, lines: readonly string[]): string {
  asFile(reply, name);
  return BYTE_ORDER_MARK + lines.join('');
}

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

async function* writeLines<Row>(
  columns: CsvColumns<Row>,
  first: Page<Row>,
  read: (cursor: string) => Promise<Page<Row>>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + headerOf(columns);
  let page = first;
  while (true) {
    yield page.rows.map((row) => lineOf(columns, row)).join('');
    if (!page.nextCursor) return;
    page = await read(page.nextCursor);
  }
}

/** Returns one record in the form of RFC 4180. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'bigint') return formatDecimal(cell);
  if (cell instanceof Date) return cell.toISOString().replace(/\.\d+/, '');
  const text = inert(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Characters that are invisible and that a spreadsheet may skip: zero-width and control characters, byte
 * order marks, spaces.
 */
const UNSEEN = /^[\p{DI}\p{Cc}\p{Cf}\p{Z}]$/u;
/** Characters that begin a formula, in every width. */
const STARTS = new Set('=＝﹦+＋﹢-－﹣−@＠﹫');
/** Cell separators of spreadsheets in other countries. */
const SEPARATORS = new Set(';|\t\r\n');

/**
 * Makes a text harmless. A spreadsheet runs a cell that begins like a formula, and people choose titles and
 * names. Spreadsheets that separate cells by semicolons or tabs split a cell there even inside quotes, so a
 * formula may also begin in the middle. The text is read once, from its end: looking ahead from each
 * separator would take quadratic time.
 */
function inert(text: string): string {
  const written: string[] = [];
  let beginsFormula = false;
  for (const sign of [...text].toReversed()) {
    if (SEPARATORS.has(sign) && beginsFormula) written.push("'");
    written.push(sign);
    // A quote is written twice, and a cell that begins with two quotes is an empty text followed by the rest.
    beginsFormula = STARTS.has(sign) || (beginsFormula && (sign === '"' || UNSEEN.test(sign)));
  }
  if (beginsAsFormula(text)) written.push("'");
  return written.toReversed().join('');
}

function beginsAsFormula(text: string): boolean {
  for (const sign of text) {
    if (STARTS.has(sign) || SEPARATORS.has(sign)) return true;
    if (!UNSEEN.test(sign)) return false;
  }
  return false;
}
