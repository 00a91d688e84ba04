import type { FastifyRequest } from 'fastify';
import { ACCOUNT_HEADER, type Role } from '#contract/accounts/accounts.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Access } from '#contract/wire/route.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Outcome } from '#server/infra/outcome.ts';

/** The caller of a request, read from the session in the database on each request. */
export interface Actor {
  /** The person who acts. */
  userId: UserId;
  /** The account for which the person acts. */
  accountId: AccountId;
  role: Role | null;
  sessionId: string;
  isDemo: boolean;
  email: string;
  /** When the person of this session last proved their identity, on the machine's clock. */
  confirmedAt: Date;
  /** An admin of a live system without a second factor, who may do nothing except set it up. */
  needsSecondFactor: boolean;
  /** The API key of a program that acts for the person; absent: the person acts. */
  key?: { id: string; scopes: readonly ApiScope[] };
}

/**
 * Finds the session of a request; null when there is none or its person is banned. A person who must set up a
 * second factor first is returned only with `withoutSecondFactor`.
 */
export type ReadActor = (
  request: FastifyRequest,
  also?: { withoutSecondFactor: true },
) => Promise<Actor | null>;

type KeyCode = 'api_key_required' | 'api_key_invalid' | 'credentials_mixed' | 'too_many_requests';

/** Finds the person for whom a program acts, by the API key of its request. */
export type ReadKey = (request: FastifyRequest) => Promise<Outcome<Required<Actor>, KeyCode>>;

/** Whether the page was loaded for another account than the one now signed in. */
export const isOtherAccount = (request: FastifyRequest, actor: Actor | null): boolean => {
  const account = request.headers[ACCOUNT_HEADER];
  return actor !== null && account !== undefined && account !== actor.userId;
};

/** Whether the caller uses a demo account that strangers share. */
export const isShared = ({ isSharedDemo }: { isSharedDemo?: boolean }, actor: Actor | null): boolean =>
  isSharedDemo === true && actor?.isDemo === true;

/** Null when access is granted, otherwise the refusal. */
export function refuseAccess(access: Access, actor: Actor | null): ErrorCode | null {
  if (access === 'public') return null;
  if (!actor) return 'unauthenticated';
  if (access === 'session' || actor.role === access) return null;
  // Other roles must not learn that the admin area exists.
  return access === 'admin' ? 'not_found' : 'wrong_role';
}

const CONFIRMED_FOR_MINUTES = 15;

/**
 * Whether the person proved their identity within the last minutes: an open browser must not be enough to
 * move money.
 */
export const confirmedRecently = (actor: Actor | null): boolean =>
  actor !== null && actor.confirmedAt > after(new Date(), -CONFIRMED_FOR_MINUTES * MINUTE);
