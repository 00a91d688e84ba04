import { z } from 'zod';
import type { ApiScope } from './api-scopes.ts';
import type { ErrorCode } from './errors.ts';

/** Who may call: everyone, any signed-in person, or one kind of account. */
export type Access = 'public' | 'session' | 'host' | 'clipper' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Days in UTC, such as "2028-01-31": the first one that says so, and the last one that answers, 12 months later or more. */
export interface Deprecation {
  on: string;
  until: string;
}

/**
 * What a route promises: who may call, what goes in, every expected refusal.
 * `idempotent` routes need an `Idempotency-Key` header: the same key has its effect once.
 */
interface Promised<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, E extends ErrorCode> {
  access: Access;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  errors?: readonly E[];
  idempotent?: boolean;
  /** Only within 15 minutes after the caller proved who they are; else 403 `confirm_identity`. */
  recentLogin?: boolean;
  /** Changes how the account looks, signs in, is told or is paid; else 403 `demo_account_fixed` where strangers share it. */
  changesAccount?: boolean;
  /** Also for an admin of a live system who has yet to set up the second factor; else 403 `second_factor_needed`. */
  withoutSecondFactor?: boolean;
  /** Of a body that may be longer than a form. */
  bodyMaxBytes?: number;
  /** What an API key needs to call it, under /api/v1; absent: no key can. */
  scope?: ApiScope;
  /** Programs are told that it ends, under /api/v1. */
  deprecated?: Deprecation;
  /** Requests per minute and caller, where the common limit is too wide. */
  perMinute?: number;
}

/** A promise between web and server, at its method and path. */
export interface RouteSpec<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  E extends ErrorCode = ErrorCode,
> extends Promised<P, Q, B, E> {
  method: Method;
  path: string;
  reply: R;
}

/** Says no more than that it was done. */
const emptyReply = z.object({});

/** `where`: "GET /api/host/listings", with `:name` for each parameter of the path. */
export function route<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = typeof emptyReply,
  const E extends ErrorCode = never,
  const A extends Access = Access,
>(
  where: `${Method} /${string}`,
  promised: Promised<P, Q, B, E> & { access: A; reply?: R },
): RouteSpec<P, Q, B, R, E> & { access: A } {
  const [method, path] = where.split(' ') as [Method, string];
  // Without a reply of its own R is the type of the empty one.
  return { method, path, reply: emptyReply as unknown as R, ...promised };
}
