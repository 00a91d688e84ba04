import type { FieldError } from '#contract/input-sentences.ts';

/**
 * Input that breaks the rules of its schema, or one that no handler could answer: the request is refused as `invalid_input`
 * that names the fields. What a person may well get wrong is returned (`refuse`), not thrown.
 */
export class InvalidInput extends Error {
  readonly errors: FieldError[];

  constructor(...errors: FieldError[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}
