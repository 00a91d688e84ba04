import { groupBy } from '#server/infra/group-by.ts';

export type Role = 'host' | 'clipper' | 'admin' | 'visitor';

/**
 * The value that a place states for a fact. The subject is `clip <id>`, `listing <id>`, `payout <reference>`,
 * or a person by role.
 */
export interface Statement {
  subject: string;
  fact: string;
  value: unknown;
  where: string;
}

// biome-ignore lint/suspicious/noExplicitAny: replies are read without their types, as any client could
type Body = any;

/** A reply that states facts: its URL and reader, and a function that reads the facts from its body. */
export interface Place {
  as: Role;
  /** The URL. Each of `:clip`, `:listing` and so on is replaced by all of its values in turn. */
  url: string;
  read: (body: Body, id: string) => Omit<Statement, 'where'>[];
}

type Fields = Record<string, string | ((row: Body) => unknown)>;

const fieldOf = (row: Body, field: Fields[string]): unknown =>
  typeof field === 'function' ? field(row) : field.split('.').reduce((part, name) => part?.[name], row);

/** Reads facts about one subject from the fields of one object. */
export const facts = (subject: string, row: Body, fields: Fields): Omit<Statement, 'where'>[] =>
  Object.entries(fields).map(([fact, field]) => ({ subject, fact, value: fieldOf(row, field) }));

/** Reads facts from a list, in which each row is about the subject that its id field names. */
export const rowsOf =
  (kind: string, idField: string, fields: Fields): Place['read'] =>
  ({ rows }) =>
    rows.flatMap((row: Body) => facts(`${kind} ${fieldOf(row, idField)}`, row, fields));

/** Reads facts from one object, which is about the subject in the URL. */
export const one =
  (kind: string, fields: Fields): Place['read'] =>
  (body, id) =>
    facts(id ? `${kind} ${id}` : kind, body, fields);

/** Reads the moments that a host pinned: their seconds, and the label of each. */
export const pinsOf = (listingId: string, pins: Body[]): Omit<Statement, 'where'>[] => [
  { subject: `listing ${listingId}`, fact: 'pins', value: pins.map(({ second }) => second).join(' ') },
  ...pins.map(({ second, label }) => ({
    subject: `pin ${listingId} ${second}`,
    fact: 'label',
    value: label,
  })),
];

/** Converts the amount in a file's cell to micro-dollars, such as "-30.0025"; an empty cell becomes null. */
export const dollars = (header: string) => (row: Body) => {
  const [, sign = '', whole, part] = /^(-?)(\d+)\.(\d{2,6})$/.exec(row[header]) ?? [];
  return whole === undefined || part === undefined
    ? null
    : String(BigInt(`${sign}${whole}${part.padEnd(6, '0')}`));
};
export const cell = (header: string) => (row: Body) => (row[header] === '' ? null : row[header]);

const sum = (rows: Body[], field: string): string =>
  String(rows.reduce((total: bigint, row) => total + BigInt(fieldOf(row, field) as string), 0n));
/** Reads the sum of a list's column as a fact about `subject`. */
export const sums =
  (subject: string, fields: Record<string, string>): Place['read'] =>
  ({ rows }) =>
    Object.entries(fields).map(([fact, field]) => ({ subject, fact, value: sum(rows, field) }));

/** Like `sums`, but with one sum for each subject named by `idField`, such as each listing. */
export const sumsBy =
  (kind: string, idField: string, fields: Record<string, string>): Place['read'] =>
  ({ rows }) =>
    [...groupBy(rows as Body[], (row) => String(fieldOf(row, idField)))].flatMap(([id, own]) =>
      sums(`${kind} ${id}`, fields)({ rows: own }, ''),
    );

export const count =
  (subject: string, fact: string, which: (row: Body) => boolean = () => true): Place['read'] =>
  ({ rows }) => [{ subject, fact, value: rows.filter(which).length }];

export const all =
  (...reads: Place['read'][]): Place['read'] =>
  (body, id) =>
    reads.flatMap((read) => read(body, id));

/**
 * Converts a value to the form in which values are compared, which is that of files: text, and moments to the
 * second.
 */
function normal(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString().slice(0, 19) : text;
}

/** Returns one line for each fact on which two places differ, and the places that state each fact. */
export function compare(statements: readonly Statement[]): {
  contradictions: string[];
  places: Map<string, Set<string>>;
} {
  const byFact = groupBy(statements, ({ subject, fact }) => `${subject}: ${fact}`);
  const contradictions = [...byFact].flatMap(([name, stated]) => {
    const values = groupBy(stated, ({ value }) => normal(value));
    if (values.size === 1) return [];
    const versions = [...values].map(
      ([value, by]) => `"${value}" in ${[...new Set(by.map(({ where }) => where))].join(', ')}`,
    );
    return [`${name} is ${versions.join(' but ')}`];
  });
  const places = new Map<string, Set<string>>();
  for (const { subject, fact, where } of statements) {
    const name = `${subject.split(' ')[0]}: ${fact}`;
    places.set(name, (places.get(name) ?? new Set()).add(where));
  }
  return { contradictions, places };
}
