import { CsvError, parse } from 'csv-parse/sync';
import { failed, type Problem } from './outside-line.ts';

const HEADER_WITHIN = 60;
const ROW_BYTES = 64 * 1024;
const MOST_ROWS = 50_000;
const DELIMITERS = [',', ';', '\t', '|'];

export interface CsvRow {
  /** Line of the file where the row ends, from 1. */
  line: number;
  cells: readonly string[];
}

export interface CsvFile {
  header: readonly string[];
  rows: readonly CsvRow[];
  /** The lines above the header. */
  above: readonly (readonly string[])[];
  /** Line of the header, from 1. */
  headerLine: number;
  /** The first lines of the file, unparsed. */
  top: readonly string[];
}

/**
 * Reads a CSV file. Its header is the row with the highest `score`; of several such rows, the first. A bank
 * may write any other lines above the header. Returns problems if the file is not CSV or has too many rows.
 */
export function readCsv(
  text: string,
  score: (cells: readonly string[], line: number) => number,
): CsvFile | { problems: Problem[] } {
  const whole = text.replace(/^\uFEFF/, '');
  const top = whole.split(/\r\n|\n|\r/, HEADER_WITHIN);
  const heads = DELIMITERS.flatMap((delimiter) =>
    top.map((line, at) => ({ delimiter, at, cells: cellsOf(line, delimiter) })),
  );
  const scored = heads.map((head) => ({ ...head, score: score(head.cells, head.at + 1) }));
  const best = scored.reduce((most, head) => (isBetter(head, most) ? head : most), scored[0]!);
  if (whole.trim() === '') return failed('The file is empty.');
  const rest = whole
    .split(/(?<=\r\n|\n|\r(?!\n))/)
    .slice(best.at)
    .join('');
  const records = parseRecords(rest, best.delimiter, best.at);
  if ('problems' in records) return records;
  const [header = { line: 0, cells: [] }, ...rows] = records.rows;
  if (rows.length > MOST_ROWS) return failed(`More than ${MOST_ROWS} lines. Split the file by days.`);
  const above = top.slice(0, best.at).map((line) => cellsOf(line, best.delimiter));
  return { header: header.cells, rows, above, headerLine: best.at + 1, top };
}

/**
 * Score of the line that an admin chose as the header. It is above every other score, whatever separates the
 * cells.
 */
export const CHOSEN_LINE = 1_000_000;

type Head = { score: number; cells: readonly string[] };

const isBetter = (head: Head, than: Head): boolean =>
  head.score > than.score ||
  (head.score === than.score &&
    (head.score === 0 || head.score === CHOSEN_LINE) &&
    head.cells.length > than.cells.length);

/** Returns the cells of one line, or the whole line if its quotes are invalid CSV. */
function cellsOf(line: string, delimiter: string): readonly string[] {
  if (line.length > ROW_BYTES) return [];
  try {
    return (parse(line, { delimiter }) as string[][])[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [line];
    throw error;
  }
}

function parseRecords(
  text: string,
  delimiter: string,
  skipped: number,
): { rows: CsvRow[] } | { problems: Problem[] } {
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: false,
      skip_empty_lines: true,
      max_record_size: ROW_BYTES,
      to: MOST_ROWS + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return { rows: records.map(({ record, info }) => ({ line: info.lines + skipped, cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { lines?: unknown };
    const line = typeof lines === 'number' ? lines + skipped : null;
    return { problems: [{ line, column: null, says: 'The line can’t be read as CSV.' }] };
  }
}
