import type { z } from 'zod';

/** Labels of fields whose name on screen differs from the name in the request. */
const labels: Record<string, string> = {
  acceptTerms: 'Consent to the terms',
  accurate: 'The statement that the claim is accurate',
  amountMicros: 'Amount',
  budgetMicros: 'Total budget',
  confirmAdult: 'The statement of your age',
  confirmation: 'The repeated password',
  countedCountries: 'Countries paid for',
  countedViews: 'Views paid for',
  current: 'Current password',
  cursor: 'The place in the list',
  email: 'Email address',
  goodFaith: 'The statement of good faith',
  handle: 'Handle of the account',
  maxPayoutMicros: 'Maximum payout per clip',
  rateCentsPerMille: 'Payout per 1,000 views',
  sourceUrl: 'Download link',
  url: 'Link',
};

/**
 * Builds a label from a field's name: "trackingDays" becomes "Tracking days". List entries are counted from
 * 1.
 */
function labelOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'The request';
  if (typeof last === 'number') return `${labelOf(path.slice(0, -1))}, entry ${last + 1},`;
  const name = String(last);
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const formats: Record<string, string> = {
  email: 'must be an email address, such as name@example.com',
  uuid: 'must be an id as this API gives them',
  date: 'must be a day, such as 2026-01-31',
  datetime: 'must be a moment in UTC, such as 2026-01-31T12:00:00Z',
};

const choice = (values: readonly unknown[]): string =>
  values.length === 1
    ? `must be ${values[0]}`
    : `must be one of ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

type Issue = z.core.$ZodRawIssue;

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string') {
    return Number(minimum) === 1 ? 'is required' : `must be at least ${minimum} characters long`;
  }
  if (origin === 'array') return Number(minimum) === 1 ? 'must not be empty' : `must have ${minimum} entries`;
  return `must be ${inclusive ? 'at least' : 'more than'} ${minimum.toLocaleString('en-US')}`;
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  const most = maximum.toLocaleString('en-US');
  if (origin === 'string') return `must not be longer than ${most} characters`;
  if (origin === 'array') return `must not have more than ${most} entries`;
  return `must be ${inclusive ? 'at most' : 'less than'} ${most}`;
}

/**
 * Message for a broken rule without its own message. A test checks that no schema of the contract needs it.
 */
export const UNNAMED_RULE = 'does not follow its rule';

function ruleOf(issue: Issue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? UNNAMED_RULE;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ?? UNNAMED_RULE;
    case 'invalid_value':
      return choice(issue.values);
    case 'invalid_union':
      return 'options' in issue ? choice([issue.options].flat()) : UNNAMED_RULE;
    default:
      return UNNAMED_RULE;
  }
}

/** Maximum number of problems that a reply lists. No form has more fields. */
const PROBLEMS_MAX = 20;

export interface FieldError {
  /** Path of the field in the request. */
  field: string;
  message: string;
}

/**
 * Parses `input` with `schema`. On failure returns one sentence per wrong field. A schema's message is either
 * a whole sentence, or a lower-case rule that is appended to the field's name: "must be a country.". `at` is
 * the path of the input within the request.
 */
export function readInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  at: readonly PropertyKey[] = [],
): { ok: true; value: z.output<S> } | { ok: false; errors: FieldError[] } {
  const read = schema.safeParse(input, { error: (issue) => `${ruleOf(issue)}.` });
  if (read.success) return { ok: true, value: read.data };
  const found = read.error.issues.map(({ path, message }) => ({ path: [...at, ...path], message }));
  const errors = found.slice(0, PROBLEMS_MAX).map(({ path, message }) => ({
    field: path.join('.'),
    message: /^\p{Ll}/u.test(message) ? `${labelOf(path)} ${message}` : message,
  }));
  const next = found[PROBLEMS_MAX];
  if (next) errors.push({ field: next.path.join('.'), message: moreProblems(found.length - PROBLEMS_MAX) });
  return { ok: false, errors };
}

const moreProblems = (count: number): string => `And ${count.toLocaleString('en-US')} more.`;

/**
 * Parses a long list entry by entry, and stops after as many problems as a reply lists, because finding every
 * error of 20,000 entries takes seconds and megabytes. `at` is the path of the list within the request.
 */
export function readEntries<S extends z.ZodType>(
  schema: S,
  entries: readonly unknown[],
  at: readonly PropertyKey[],
): { ok: true; value: z.output<S>[] } | { ok: false; errors: FieldError[] } {
  const value: z.output<S>[] = [];
  const errors: FieldError[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readInput(schema, entry, [...at, index]);
    if (read.ok) value.push(read.value);
    else errors.push(...read.errors);
    if (errors.length < PROBLEMS_MAX) continue;
    const left = entries.length - index - 1;
    const message = `${left.toLocaleString('en-US')} more entries were not read.`;
    return { ok: false, errors: [...errors, { field: at.join('.'), message }] };
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value };
}
