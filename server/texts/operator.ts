import { z } from 'zod';
import { ConfigError } from '#server/config/config-error.ts';

/** The operator of this installation, as the legal texts name it. */
const legalSchema = z.strictObject({
  /** The registered name, with the legal form. */
  name: z.string().trim(),
  /** The postal address in one line. */
  address: z.string().trim(),
  /** The address of the support. */
  email: z
    .string()
    .trim()
    .regex(/^$|^[^<>@\s]+@[^<>@\s]+$/, { error: 'an address like support@permille.example' }),
  /** The controller of personal data, with contact details. */
  controller: z.string().trim(),
  /** The law that governs the terms, like "the Federal Republic of Germany". */
  jurisdiction: z.string().trim(),
});

const operatorSchema = legalSchema.extend({
  /** The size of the community, as /community claims it. */
  members: z.string().trim().optional(),
  /** The community's next event, as /community announces it. */
  nextEvent: z.string().trim().optional(),
});

export type Operator = z.infer<typeof operatorSchema>;

/** @throws ConfigError with one sentence that names the file and its mistake */
export function parseOperator(file: string, text: string): Operator {
  const result = operatorSchema.safeParse(json(file, text));
  if (result.success) return result.data;
  const { path, code, message } = result.error.issues[0]!;
  const names = Object.keys(operatorSchema.shape).join(', ');
  throw new ConfigError(
    code === 'unrecognized_keys'
      ? `${file} may hold ${names} and nothing else; remove the rest.`
      : `${file} must hold ${path.join('.') || names} as ${code === 'invalid_format' ? message : 'a text'}.`,
  );
}

function json(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`${file} must be JSON; check its commas and quotes.`);
  }
}

/** @throws ConfigError that names every empty fact of the legal texts */
export function requireFacts(file: string, operator: Operator): void {
  const missing = legalSchema.keyof().options.filter((name) => !operator[name]);
  if (missing.length === 0) return;
  throw new ConfigError(
    `${file} must state ${missing.join(', ')}, because a live system in production says in its terms and privacy policy who runs it.`,
  );
}
