import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call: everyone, any signed-in person, or one kind of account. */
export type Access = 'public' | 'session' | 'host' | 'clipper' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A promise between web and server: path, caller, what goes in, what comes out, every expected refusal.
 * `idempotent` routes need an `Idempotency-Key` header: the same key has its effect once.
 */
export interface RouteSpec<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  E extends ErrorCode = ErrorCode,
> {
  method: Method;
  path: string;
  access: Access;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  errors?: readonly E[];
  idempotent?: boolean;
  /** Only within 15 minutes after the caller proved who they are; else 403 `confirm_identity`. */
  recentLogin?: boolean;
  /** Also for an admin of a live system who has yet to set up the second factor; else 403 `second_factor_needed`. */
  withoutSecondFactor?: boolean;
  /** Of a body that may be longer than a form. */
  bodyMaxBytes?: number;
  /** Requests per minute and caller, where the common limit is too wide. */
  perMinute?: number;
}

export function route<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodVoid,
  const E extends ErrorCode = never,
  const A extends Access = Access,
>(spec: RouteSpec<P, Q, B, R, E> & { access: A }): RouteSpec<P, Q, B, R, E> & { access: A } {
  return spec;
}
