import type { Operations } from './operations.d.mts';

export type { Operations } from './operations.d.mts';

export interface ClientOptions {
  /** Where Permille runs: "https://permille.example". */
  baseUrl: string;
  /** The secret of an API key: "pm_…". */
  key: string;
  fetch?: typeof globalThis.fetch;
  /** How often a read, or a call with an idempotency key, is sent again after a passing fault; 2 when absent. */
  retries?: number;
  /** How to wait between two tries. */
  sleep?: (seconds: number) => Promise<void>;
}

export interface CallOptions {
  /** Where the operation needs one: your own, so that it is done once even if your program starts anew; random when absent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Call<Input, Reply> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Reply>
    : (input: Input, options?: CallOptions) => Promise<Reply>;

export type Client = {
  [Name in keyof Operations]: Call<Operations[Name]['input'], Operations[Name]['reply']>;
};

/** Every operation of the API as a function, by its name in the reference. @throws PermilleError */
export function createClient(options: ClientOptions): Client;

/** All rows of a list, page by page. */
export function rowsOf<Row, Input extends { cursor?: string }>(
  list: (input: Input) => Promise<{ rows: Row[]; nextCursor: string | null }>,
  input?: Omit<Input, 'cursor'>,
): AsyncGenerator<Row, void, undefined>;

/** What the server refused or failed at; `code` stays the same for good, the words may change. */
export class PermilleError extends Error {
  code: string;
  status: number;
  title: string;
  /** The address of the code's paragraph, below `baseUrl`. */
  type: string;
  fields: { field: string; message: string }[];
  retryAfterSeconds: number | null;
}
