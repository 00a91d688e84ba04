import { z } from 'zod';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** The people who may call a route: everyone, any signed-in person, or people with one role. */
export type Access = 'public' | 'session' | 'host' | 'clipper' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Days in UTC such as "2028-01-31". `on` is the first day of the deprecation notice. The other is the last
 * day on which the route answers, at least 12 months later.
 */
export interface Deprecation {
  on: string;
  until: string;
}

/**
 * The definition of a route: its callers, its inputs and its expected refusals. An `idempotent` route
 * requires the header `Idempotency-Key`; repeating a request with the same key has no further effect.
 */
interface Promised<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, E extends ErrorCode> {
  access: Access;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  errors?: readonly E[];
  idempotent?: boolean;
  /**
   * The caller must have confirmed their identity within the last 15 minutes; else 403 `confirm_identity`.
   */
  recentLogin?: boolean;
  /**
   * The route changes how the account looks, signs in, is notified or is paid. For an account that visitors
   * of a demo share, it answers 403 `demo_account_fixed`.
   */
  changesAccount?: boolean;
  /**
   * An admin of a live system may call the route without having set up the second factor. All other admin
   * routes answer 403 `second_factor_needed`.
   */
  withoutSecondFactor?: boolean;
  /** Maximum size of the body in bytes, for routes whose bodies may be larger than a form. */
  bodyMaxBytes?: number;
  /** The scope that an API key needs for this route under /api/v1. If absent, no key can call the route. */
  scope?: ApiScope;
  /** If present, replies under /api/v1 announce that the route will be removed. */
  deprecated?: Deprecation;
  /** Maximum number of requests per minute and caller, if it is lower than the common limit. */
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

/** The reply of a route without data. It only tells that the call succeeded. */
const emptyReply = z.object({});

/**
 * Defines a route. `where` is the method and path, such as "GET /api/host/listings", with `:name` for each
 * parameter.
 */
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
  // If no reply is given, R is the type of the empty reply.
  return { method, path, reply: emptyReply as unknown as R, ...promised };
}
