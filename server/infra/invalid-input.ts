/**
 * Input that no client of ours sends, found where no handler could answer it: the request is refused as `invalid_input`
 * that names the field. What a person may well get wrong is returned (`refuse`), not thrown.
 */
export class InvalidInput extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
