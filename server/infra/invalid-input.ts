import type { FieldError } from '#contract/wire/input-sentences.ts';

/**
 * The input breaks its schema, or no handler could answer it. The request is refused as `invalid_input`,
 * which names the fields. A mistake that people can make through the app's forms is returned (`refuse`), not
 * thrown.
 */
export class InvalidInput extends Error {
  readonly errors: FieldError[];

  constructor(...errors: FieldError[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}
