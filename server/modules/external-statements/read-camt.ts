import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { bankLine } from './bank-line.ts';
import {
  type Balance,
  failed,
  MOST_PROBLEMS,
  type OutsideLine,
  type Problem,
  type Reading,
  type Skipped,
} from './outside-line.ts';
import { readAmount } from './read-amount.ts';
import { readMoment } from './read-moment.ts';

/** The deepest nesting that is read. Real statements are nested less deeply. */
const DEEPEST = 40;
const MANY = new Set(['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: DEEPEST,
  isArray: (name) => MANY.has(name),
});

const FIVE: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
/** A text element. Only the five entities of XML itself are replaced; numeric references stay unchanged. */
const text = z
  .union([z.string(), z.object({ '#text': z.string().default('') }).transform((node) => node['#text'])])
  .transform((raw) => raw.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, name: string) => FIVE[name]!).trim());
const optional = text.optional();

const amount = z.object({ '#text': z.string(), '@Ccy': z.string() });
/** A date element. If it is empty, it counts as absent. */
const date = z
  .union([z.object({ Dt: optional, DtTm: optional }), z.literal('').transform(() => undefined)])
  .optional();
const direction = z.enum(['CRDT', 'DBIT']);
const party = z.object({ Nm: optional, Pty: z.object({ Nm: optional }).optional() }).optional();
const references = z
  .object({
    AcctSvcrRef: optional,
    EndToEndId: optional,
    TxId: optional,
    InstrId: optional,
    PmtInfId: optional,
  })
  .optional();

const details = z.object({
  Refs: references,
  Amt: amount.optional(),
  AmtDtls: z.object({ TxAmt: z.object({ Amt: amount }).optional() }).optional(),
  CdtDbtInd: direction.optional(),
  RltdPties: z.object({ Dbtr: party, Cdtr: party }).optional().catch(undefined),
  RltdDts: z.object({ IntrBkSttlmDt: optional, AccptncDtTm: optional }).optional().catch(undefined),
  RmtInf: z
    .object({
      Ustrd: z.array(text).optional(),
      Strd: z.array(z.object({ CdtrRefInf: z.object({ Ref: optional }).optional() }).catch({})).optional(),
    })
    .optional()
    .catch(undefined),
});
const entry = z.object({
  NtryRef: optional,
  Amt: amount,
  CdtDbtInd: direction,
  /** A code or, since version 8, an element that contains it. */
  Sts: z.union([z.object({ Cd: text }).transform(({ Cd }) => Cd), z.string()]).optional(),
  BookgDt: date,
  ValDt: date,
  AcctSvcrRef: optional,
  AddtlNtryInf: optional,
  NtryDtls: z.array(z.object({ TxDtls: z.array(details).optional() }).catch({})).optional(),
});
const balance = z.object({
  Tp: z.object({ CdOrPrtry: z.object({ Cd: text }) }),
  Amt: amount,
  CdtDbtInd: direction,
});
const statement = z.object({
  Bal: z.array(balance.nullable().catch(null)).default([]),
  FrToDt: z.object({ FrDtTm: optional, ToDtTm: optional }).optional(),
  Ntry: z.array(z.unknown()).default([]),
});
const content = z.object({ Stmt: z.array(statement).min(1) });

/** Finds all statement messages in a file. A bank or a network may wrap any elements around them. */
function contentsOf(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, child]) =>
    name === 'BkToCstmrStmt' ? (Array.isArray(child) ? child : [child]) : contentsOf(child),
  );
}

/**
 * Reads a camt.053 of any version. Refuses a file with a document type before parsing it, because banks send
 * none and attackers use them.
 */
export function readCamt(text: string): Reading {
  const xml = text.replace(/^\uFEFF/, '').trimStart();
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT)/i.test(xml))
    return failed('The file declares a document type, which no bank does.');
  const parsed = parseXml(xml);
  if ('problems' in parsed) return parsed;
  const read = z.array(content).min(1).safeParse(contentsOf(parsed.tree));
  if (!read.success)
    return failed(
      'This XML is no camt.053 statement (it has no BkToCstmrStmt with a Stmt). Export camt.053 or CSV.',
    );
  const statements = read.data.flatMap(({ Stmt }) => Stmt);
  const problems: Problem[] = [];
  const skipped: Skipped[] = [];
  const each = statements.map((statement, number) => ({
    statement,
    lines: statement.Ntry.flatMap((node, index) => {
      if (problems.length >= MOST_PROBLEMS) return [];
      const lines = readEntry(node);
      const column = `${statements.length > 1 ? `statement ${number + 1}, ` : ''}entry ${index + 1}`;
      if (typeof lines === 'string') problems.push({ line: null, column, says: lines });
      else if (lines.length === 0) skipped.push({ line: null, text: column, why: 'Not final' });
      return typeof lines === 'string' ? [] : lines;
    }),
  }));
  if (problems.length > 0) return { problems };
  const balances = each.flatMap(({ statement, lines }) => balanceOf(statement, lines));
  return { lines: each.flatMap(({ lines }) => lines), period: periodOf(statements), skipped, balances };
}

/**
 * Returns the balances of one statement before and after its lines; returns no balances if either is missing.
 */
function balanceOf({ Bal }: z.output<typeof statement>, lines: readonly OutsideLine[]): Balance[] {
  const [opening, closing] = [['OPBD', 'PRCD'], ['CLBD']].map((codes) =>
    Bal.find((one) => one !== null && codes.includes(one.Tp.CdOrPrtry.Cd)),
  );
  const currency = opening?.Amt['@Ccy'];
  if (!opening || !closing || closing.Amt['@Ccy'] !== currency) return [];
  const [openingMicros, closingMicros] = [opening, closing].map((of) => amountOf(of.Amt, of.CdtDbtInd));
  if (typeof openingMicros !== 'bigint' || typeof closingMicros !== 'bigint') return [];
  const sum = lines.reduce((all, line) => all + (line.currency === currency ? line.amountMicros : 0n), 0n);
  return [
    { currency: currency!, openingMicros, closingMicros, offMicros: closingMicros - openingMicros - sum },
  ];
}

function parseXml(xml: string): { tree: unknown } | { problems: Problem[] } {
  try {
    const valid = XMLValidator.validate(xml);
    if (valid !== true)
      return { problems: [{ line: valid.err.line, column: null, says: 'The file is no whole XML.' }] };
    return { tree: parser.parse(xml) };
  } catch (error) {
    // The file is nested too deeply, or has names that the parser refuses for safety.
    if (error instanceof Error) return failed('The file is no XML that a bank writes.');
    throw error;
  }
}

/** The states of an entry that moved no money. */
const NOT_BOOKED = new Set(['PDNG', 'INFO', 'FUTR']);

/** Returns the first date that an entry has: its booking date, its value date, or a date of its payments. */
function dayOf({ BookgDt, ValDt, NtryDtls = [] }: z.output<typeof entry>): Date | null {
  const related = NtryDtls.flatMap(({ TxDtls = [] }) => TxDtls.flatMap(({ RltdDts }) => RltdDts ?? []));
  const payments = related.map(({ IntrBkSttlmDt, AccptncDtTm }) => ({
    Dt: IntrBkSttlmDt,
    DtTm: AccptncDtTm,
  }));
  const [first] = [BookgDt, ValDt, ...payments].filter((of) => of?.Dt || of?.DtTm);
  return momentOf(first);
}

/** Returns the lines of one entry, or an error sentence if the entry can't be read. */
function readEntry(node: unknown): OutsideLine[] | string {
  const read = entry.safeParse(node);
  if (!read.success)
    return `${read.error.issues[0]?.path.join('.') ?? 'The entry'} is missing or not readable.`;
  const { data } = read;
  if (data.Sts && NOT_BOOKED.has(data.Sts)) return [];
  if (data.Sts !== undefined && data.Sts !== 'BOOK') return `Sts “${data.Sts.slice(0, 40)}” is unknown.`;
  const occurredAt = dayOf(data);
  if (!occurredAt) return 'BookgDt is no date.';
  const total = amountOf(data.Amt, data.CdtDbtInd);
  if (total === null) return `Amt “${data.Amt['#text'].slice(0, 40)}” is no amount.`;
  const parts = (data.NtryDtls ?? []).flatMap(({ TxDtls }) => TxDtls ?? []);
  const split = parts.map((part) => {
    const own = part.Amt ?? part.AmtDtls?.TxAmt?.Amt;
    return own && own['@Ccy'] === data.Amt['@Ccy'] ? amountOf(own, part.CdtDbtInd ?? data.CdtDbtInd) : null;
  });
  // A batch booking becomes one line per payment if the payments add up to the entry.
  const adds =
    split.every((one) => one !== null) && split.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n) === total;
  const of = (some: z.output<typeof details>[], amountMicros: bigint): OutsideLine =>
    lineOf(data, some, { amountMicros, occurredAt });
  return parts.length > 1 && adds ? parts.map((part, at) => of([part], split[at]!)) : [of(parts, total)];
}

function lineOf(
  data: z.output<typeof entry>,
  parts: z.output<typeof details>[],
  known: { amountMicros: bigint; occurredAt: Date },
): OutsideLine {
  const incoming = known.amountMicros > 0n;
  const refs = parts.flatMap(({ Refs, RmtInf }) => [
    Refs?.AcctSvcrRef,
    Refs?.EndToEndId,
    ...(RmtInf?.Strd ?? []).map((one) => one.CdtrRefInf?.Ref),
    Refs?.TxId,
    Refs?.InstrId,
    Refs?.PmtInfId,
  ]);
  const named = [...refs, data.AcctSvcrRef, data.NtryRef].filter((name) => name !== undefined);
  const other = parts.map(({ RltdPties }) => (incoming ? RltdPties?.Dbtr : RltdPties?.Cdtr)).find(Boolean);
  const free = [...parts.flatMap(({ RmtInf }) => RmtInf?.Ustrd ?? []), data.AddtlNtryInf ?? '']
    .join(' ')
    .trim();
  const line = (read: (written: string) => string): OutsideLine =>
    bankLine({
      ...known,
      category: incoming ? 'credit' : 'debit',
      currency: data.Amt['@Ccy'].toUpperCase(),
      named: named.map(read),
      counterparty: read(other?.Nm ?? other?.Pty?.Nm ?? '') || null,
      description: read(free) || null,
    });
  // Earlier releases identified lines by the text before character references were replaced. The identity is
  // still made from that text, so that it does not change.
  return { ...line(withCharacters), identity: line((written) => written).identity };
}

/** Replaces numeric character references. References that XML does not allow stay unchanged. */
function withCharacters(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter =
      code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && (code | 1) !== 0xffff;
    return isCharacter ? String.fromCodePoint(code) : /^(?:9|10|13)$/.test(`${code}`) ? ' ' : whole;
  });
}

function amountOf(of: z.output<typeof amount>, way: z.output<typeof direction>): bigint | null {
  const written = of['#text'].trim();
  const match = /^\+?0*(\d{0,12})(?:\.(\d{0,6}?)0*)?$/.exec(written);
  if (!match || !/\d/.test(written) || !/^[A-Za-z]{3}$/.test(of['@Ccy'])) return null;
  const [, units, part = ''] = match;
  const read = readAmount(`${units || '0'}.${part.padEnd(6, '0')}`);
  return typeof read === 'bigint' ? (way === 'DBIT' ? -read : read) : null;
}

function momentOf(of: z.output<typeof date>): Date | null {
  const read = readMoment(of?.DtTm ?? of?.Dt ?? '');
  return read instanceof Date ? read : null;
}

function periodOf(statements: z.output<typeof statement>[]): { from: Date; to: Date } | null {
  const moments = statements.flatMap(({ FrToDt }) => [
    momentOf({ DtTm: FrToDt?.FrDtTm }),
    momentOf({ DtTm: FrToDt?.ToDtTm }),
  ]);
  const times = moments.filter((moment) => moment !== null).map((moment) => moment.getTime());
  return times.length === 2 * statements.length
    ? { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) }
    : null;
}
