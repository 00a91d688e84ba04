import type { FastifyRequest } from 'fastify';
import { ACCOUNT_HEADER, type Role } from '#contract/accounts.ts';
import type { ApiScope } from '#contract/api-scopes.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Access } from '#contract/route.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Outcome } from '#server/infra/outcome.ts';

/** Who is calling, as the session in the database says on this very request. */
export interface Actor {
  userId: string;
  role: Role | null;
  sessionId: string;
  isDemo: boolean;
  email: string;
  /** When the person of this session last proved who they are, on the machine's clock. */
  confirmedAt: Date;
  /** An admin of a live system without a second factor: nobody yet, but for setting it up. */
  needsSecondFactor: boolean;
  /** The API key by which a program acts for the person; absent: the person does. */
  key?: { id: string; scopes: readonly ApiScope[] };
}

/**
 * Finds the live session of a request; null when there is none, or its person is banned. Who needs a second factor first is
 * found only when asked for too.
 */
export type ReadActor = (
  request: FastifyRequest,
  also?: { withoutSecondFactor: true },
) => Promise<Actor | null>;

type KeyCode = 'api_key_required' | 'api_key_invalid' | 'credentials_mixed' | 'too_many_requests';

/** Finds whom a program acts for, by the API key of its request. */
export type ReadKey = (request: FastifyRequest) => Promise<Outcome<Required<Actor>, KeyCode>>;

/** Whether the page that asks is somebody else's than the session in whose name it does. */
export const isOtherAccount = (request: FastifyRequest, actor: Actor | null): boolean => {
  const account = request.headers[ACCOUNT_HEADER];
  return actor !== null && account !== undefined && account !== actor.userId;
};

/** Whether the caller uses a demo account that strangers share. */
export const isShared = ({ isSharedDemo }: { isSharedDemo?: boolean }, actor: Actor | null): boolean =>
  isSharedDemo === true && actor?.isDemo === true;

/** Null when the caller may go on, else the refusal. */
export function refuseAccess(access: Access, actor: Actor | null): ErrorCode | null {
  if (access === 'public') return null;
  if (!actor) return 'unauthenticated';
  if (access === 'session' || actor.role === access) return null;
  // An admin's area is not to be known by others.
  return access === 'admin' ? 'not_found' : 'wrong_role';
}

const CONFIRMED_FOR_MINUTES = 15;

/** Whether the person at the keyboard proved just now who they are: an open browser must not be enough to move money. */
export const confirmedRecently = (actor: Actor | null): boolean =>
  actor !== null && actor.confirmedAt > after(new Date(), -CONFIRMED_FOR_MINUTES * MINUTE);
