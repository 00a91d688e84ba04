import { accountErrors } from '#contract/errors/accounts.ts';
import { PASSWORD_MIN } from '#contract/limits.ts';

/** A broken rule, with the title of its toast and a message for each field concerned. */
export interface Broken<Field extends string> {
  title: string;
  message: string;
  fields: Partial<Record<Field, string>>;
}

const broken = <Field extends string>(
  { title, detail }: { title: string; detail: string },
  fields: Partial<Record<Field, string>>,
): Broken<Field> => ({ title, message: detail, fields });

type NewPassword = { password: string; confirmation: string };

const texts: Record<string, string> = {
  email: 'Enter your email.',
  username: 'Enter your username.',
  password: 'Enter a password.',
  confirmation: 'Enter the password again.',
};

/** Returns the rule broken by fields that are empty, or null if all given fields are filled in. */
export function checkFilled<Field extends string>(values: Record<Field, string>): Broken<Field> | null {
  const empty = (Object.keys(values) as Field[]).filter((field) => values[field].trim() === '');
  if (empty.length === 0) return null;
  const fields = Object.fromEntries(empty.map((field) => [field, texts[field] ?? 'Fill in this field.']));
  return broken(accountErrors.missing_information, fields as Partial<Record<Field, string>>);
}

/**
 * Checks a new password in the specified order: empty, mismatch, too short. The server repeats these checks
 * and also refuses common passwords.
 */
export function checkNewPassword<Values extends NewPassword>(
  values: Values,
): Broken<Extract<keyof Values, string>> | null {
  const empty = checkFilled(values as Record<Extract<keyof Values, string>, string>);
  if (empty) return empty;
  type Field = Extract<keyof Values, string>;
  const at = (field: string, text: string) => ({ [field]: text }) as Partial<Record<Field, string>>;
  if (values.password !== values.confirmation)
    return broken(accountErrors.password_mismatch, at('confirmation', 'The two passwords differ.'));
  if (values.password.length < PASSWORD_MIN)
    return broken(
      accountErrors.password_too_short,
      at('password', `Use ${PASSWORD_MIN} characters or more.`),
    );
  return null;
}
