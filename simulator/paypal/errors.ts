import type { FastifyReply } from 'fastify';
import { logId, type World } from '../world.ts';

interface Refusal {
  status: number;
  message: string;
}

const refusals = {
  AUTHENTICATION_FAILURE: {
    status: 401,
    message: 'Authentication failed due to missing or invalid credentials.',
  },
  AUTHORIZATION_ERROR: { status: 403, message: 'Authorization error occurred.' },
  INSUFFICIENT_FUNDS: { status: 422, message: 'Sender does not have sufficient funds.' },
  INTERNAL_ERROR: { status: 500, message: 'An internal service error has occurred.' },
  ITEM_ALREADY_CANCELLED: { status: 400, message: 'Item has already been cancelled.' },
  ITEM_INCORRECT_STATUS: { status: 400, message: 'Item is not in a status that allows this.' },
  PREVIOUS_REQUEST_IN_PROGRESS: {
    status: 409,
    message: 'A previous request on this resource is in progress.',
  },
  RATE_LIMIT_REACHED: { status: 429, message: 'Too many requests. Blocked due to rate limiting.' },
  RATE_LIMIT_VALIDATION: { status: 429, message: 'Too many requests for this account.' },
  REQUEST_TIMEOUT_EXCEEDED: { status: 504, message: 'The request took too long.' },
  REQUIRED_SCOPE_MISSING: { status: 403, message: 'Access token does not have required scope.' },
  RESOURCE_NOT_FOUND: { status: 404, message: 'The requested resource was not found.' },
  SENDER_EMAIL_UNCONFIRMED: { status: 403, message: 'Authorization error occurred.' },
  SENDER_LOCKED: { status: 403, message: 'The sender account is locked.' },
  SENDER_RESTRICTED: { status: 403, message: 'The sender account is restricted.' },
  USER_BUSINESS_ERROR: { status: 400, message: 'User business error.' },
  VALIDATION_ERROR: { status: 400, message: 'Invalid request - see details.' },
} as const satisfies Record<string, Refusal>;

export type PaypalError = keyof typeof refusals;

/** PayPal's test values. If the first item's note has one, PayPal answers with that error. */
export const testErrors: Record<string, PaypalError> = {
  ERRPYO001: 'SENDER_RESTRICTED',
  ERRPYO002: 'SENDER_EMAIL_UNCONFIRMED',
  ERRPYO003: 'AUTHORIZATION_ERROR',
  ERRPYO005: 'INSUFFICIENT_FUNDS',
  ERRPYO006: 'INTERNAL_ERROR',
  ERRPYO010: 'VALIDATION_ERROR',
  ERRPYO011: 'REQUIRED_SCOPE_MISSING',
  ERRPYO012: 'SENDER_LOCKED',
  ERRPYO014: 'USER_BUSINESS_ERROR',
  ERRPYO035: 'RATE_LIMIT_VALIDATION',
  ERRPYO036: 'REQUEST_TIMEOUT_EXCEEDED',
  ERRPYO039: 'PREVIOUS_REQUEST_IN_PROGRESS',
};

/** Sends an error in PayPal's format. */
export function sendPaypalError(
  world: World,
  reply: FastifyReply,
  name: PaypalError,
  more: { details?: object[]; links?: object[] } = {},
): FastifyReply {
  const { status, message } = refusals[name];
  return reply
    .code(status)
    .send({ name, message, debug_id: logId(world).slice(0, 13).toLowerCase(), ...more });
}
