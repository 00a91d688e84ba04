import { z } from 'zod';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Callers: everyone, any signed-in person, or one kind of account. */
export type Access = 'public' | 'session' | 'host' | 'clipper' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * UTC days such as "2028-01-31": the first day of the deprecation notice, and the last day on which the route
 * answers, at least 12 months later.
 */
export interface Deprecation {
  on: string;
  until: string;
}

/**
 * The definition of a route: callers, inputs and every expected refusal. `idempotent` routes need an
 * `Idempotency-Key` header: a repeated key has its effect once.
 */
interface Promised<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, E extends ErrorCode> {
  access: Access;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  errors?: readonly E[];
  idempotent?: boolean;
  /** Only within 15 minutes after the caller confirmed their identity; else 403 `confirm_identity`. */
  recentLogin?: boolean;
  /**
   * Changes how the account looks, signs in, is notified or is paid; else 403 `demo_account_fixed` where
   * strangers share it.
   */
  changesAccount?: boolean;
  /**
   * Also open to an admin of a live system who has not set up the second factor; elsewhere 403
   * `second_factor_needed`.
   */
  withoutSecondFactor?: boolean;
  /** The largest body in bytes, for bodies that may be longer than a form. */
  bodyMaxBytes?: number;
  /** The scope that an API key needs to call the route under /api/v1; absent: no key can. */
  scope?: ApiScope;
  /** Announces to programs that the route will end, under /api/v1. */
  deprecated?: Deprecation;
  /** Requests per minute and caller, if the common limit is too high. */
  perMinute?: number;
}

/** A route that web and server agree on, with its method and path. */
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

/** Empty reply: the call succeeded. */
const emptyReply = z.object({});

/** `where` is like "GET /api/host/listings", with `:name` for each parameter of the path. */
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
  // If the route names no reply, R is the type of the empty one.
  return { method, path, reply: emptyReply as unknown as R, ...promised };
}
