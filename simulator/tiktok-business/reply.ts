import type { FastifyReply } from 'fastify';
import { logId, type World } from '../world.ts';

/** Errors by meaning. TikTok answers all of them with status 200. */
const errors = {
  permission: [40_001, 'You have no permission to perform this action.'],
  parameters: [40_002, 'There is a problem with the parameters of the request.'],
  tooMany: [40_100, 'Too many requests. Requests are temporarily restricted.'],
  keys: [40_101, 'The app ID or secret is invalid.'],
  noToken: [40_105, 'Access token is missing.'],
  badToken: [40_105, 'Access token is incorrect or has been revoked.'],
  badRefreshToken: [40_105, 'Refresh token is incorrect or has expired.'],
  badCode: [40_131, 'Authorization code is expired.'],
} as const;
export type BusinessError = keyof typeof errors;

export const businessReply = (world: World, data: object): object => ({
  ...{ code: 0, message: 'OK', request_id: logId(world), data },
});

/** Returns an error in the form of the API for Business. */
export const businessError = (code: number, message: string, request_id: string): object => ({
  ...{ code, message, request_id },
  data: {},
});

export function sendBusinessError(world: World, reply: FastifyReply, error: BusinessError): FastifyReply {
  const [code, message] = errors[error];
  return reply.send(businessError(code, message, logId(world)));
}
