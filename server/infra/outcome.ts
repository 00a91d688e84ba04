import type { ErrorCode } from '#contract/errors.ts';

interface RefusalOptions {
  detail?: string;
  field?: string;
  candidates?: string[] | undefined;
}

/** An expected "no": returned, never thrown. The HTTP layer turns it into a problem reply by its code. */
export class Refusal<C extends ErrorCode = ErrorCode> {
  readonly code: C;
  /** A message with figures, which replaces the catalogue's message. */
  readonly detail: string | undefined;
  /** The input field that the refusal concerns. */
  readonly field: string | undefined;
  /** The values that the person can choose instead. */
  readonly candidates: string[] | undefined;

  constructor(code: C, options: RefusalOptions = {}) {
    this.code = code;
    this.detail = options.detail;
    this.field = options.field;
    this.candidates = options.candidates;
  }
}

export type Outcome<T, C extends ErrorCode = ErrorCode> = T | Refusal<C>;

export const refuse = <C extends ErrorCode>(code: C, options?: RefusalOptions): Refusal<C> =>
  new Refusal(code, options);

export const isRefusal = (value: unknown): value is Refusal => value instanceof Refusal;
