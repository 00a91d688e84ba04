import type { FastifyReply } from 'fastify';

const errors = {
  expired: {
    status: 400,
    code: 190,
    error_subcode: 463,
    message: 'Error validating access token: Session has expired.',
  },
  'too-young': { status: 400, code: 100, message: 'The access token is not old enough to be refreshed.' },
  'not-professional': { status: 400, code: 100, message: 'the user is not an Instagram business' },
  'no-scope': {
    status: 403,
    code: 10,
    message: '(#10) Application does not have permission for this action',
  },
  'no-object': {
    status: 400,
    code: 100,
    error_subcode: 33,
    message: 'Unsupported get request. Object with this ID does not exist or cannot be loaded.',
  },
  'bad-metric': {
    status: 400,
    code: 100,
    message:
      '(#100) The Media Insights API does not support the requested metric for this media product type.',
  },
  throttled: { status: 403, code: 4, message: '(#4) Application request limit reached' },
} as const;
export type GraphErrorName = keyof typeof errors;

/** Returns an error in Meta's form. */
export const graphError = (error: object): object => ({
  error: { ...error, type: 'OAuthException', fbtrace_id: 'A0simulated' },
});

export function sendGraphError(reply: FastifyReply, name: GraphErrorName): FastifyReply {
  const { status, ...error } = errors[name];
  return reply.code(status).send(graphError(error));
}
