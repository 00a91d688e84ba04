import type { Operations } from './operations.d.mts';

export type { Operations } from './operations.d.mts';

export interface ClientOptions {
  /** Address of the Permille server: "https://permille.example". */
  baseUrl: string;
  /** The secret of an API key: "pm_…". */
  key: string;
  fetch?: typeof globalThis.fetch;
  /** How often a read, or a call with an idempotency key, is repeated after a temporary failure; 2 when absent. */
  retries?: number;
  /** Waits between two tries. */
  sleep?: (seconds: number) => Promise<void>;
}

export interface CallOptions {
  /** Your own key, so that the operation runs once even if your program restarts; random when absent. */
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

/** Returns every operation of the API as a function, by its name in the reference. @throws PermilleError */
export function createClient(options: ClientOptions): Client;

/** Yields all rows of a list, page by page. */
export function rowsOf<Row, Input extends { cursor?: string }>(
  list: (input: Input) => Promise<{ rows: Row[]; nextCursor: string | null }>,
  input?: Omit<Input, 'cursor'>,
): AsyncGenerator<Row, void, undefined>;

/** A refusal or failure of the server. `code` never changes; the texts may. */
export class PermilleError extends Error {
  code: string;
  status: number;
  title: string;
  /** The address of the code's documentation, below `baseUrl`. */
  type: string;
  fields: { field: string; message: string }[];
  retryAfterSeconds: number | null;
}
