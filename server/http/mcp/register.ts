import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_CALLS_PER_MINUTE } from '#contract/limits.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { writeTraceParent } from '#server/infra/tracing/trace-parent.ts';
import { refuseAccess } from '../actor.ts';
import { sendProblem, sendRefusal } from '../problem.ts';
import { countHit } from '../rate-limit.ts';
import type { Api } from '../route.ts';
import type { ApiAnswer } from './answer.ts';
import { mcpTools, type ToolCall } from './tools.ts';

/** The most messages of one request; the library's clients send one. */
const MOST_MESSAGES = 20;

/**
 * The Model Context Protocol at /mcp, by streamable HTTP without sessions. It accepts API keys only, and each
 * tool is a call of /api/v1 with the same key, so rights, limits, checks and replies are those of the API.
 */
export function registerMcp(api: Api): void {
  const { server } = api;
  server.post('/mcp', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const holder = await api.readKey!(request);
    if (isRefusal(holder)) {
      if (holder.code === 'too_many_requests') reply.header('retry-after', '60');
      else reply.header('www-authenticate', 'Bearer');
      return sendRefusal(reply, holder);
    }
    request.actor = holder;
    const { hits, secondsLeft } = await countHit(api.db, `API key ${holder.key.id}`);
    if (hits > API_CALLS_PER_MINUTE)
      return sendProblem(reply.header('retry-after', String(secondsLeft)), 'too_many_requests');
    if (Array.isArray(request.body) && request.body.length > MOST_MESSAGES)
      return sendProblem(reply, 'invalid_input', {
        detail: `Send at most ${MOST_MESSAGES} messages at once.`,
      });
    if (Array.isArray(request.body) && request.body.length === 0) return sendEmptyBatch(reply);
    const tools = mcpTools.filter(
      ({ route }) => refuseAccess(route.access, holder) === null && holder.key.scopes.includes(route.scope!),
    );
    const { answerMcp } = await import('./answer.ts');
    const answer = await answerMcp({
      request: asWebRequest(request),
      message: request.body,
      tools,
      callApi: (call) => callApi(api, request, call),
    });
    return await send(reply, answer);
  });
  // Without sessions there is no stream to open or to end, so GET and DELETE are refused.
  server.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: async (_request, reply) =>
      reply
        .status(405)
        .header('allow', 'POST')
        .type('text/plain; charset=utf-8')
        .send('Programs POST here, by the Model Context Protocol. How: /docs/api'),
  });
}

/**
 * Refuses an empty batch, as JSON-RPC 2.0 requires. The protocol's library would treat it as messages that
 * need no reply.
 */
const sendEmptyBatch = (reply: FastifyReply): FastifyReply =>
  reply.status(400).send({
    jsonrpc: '2.0',
    error: { code: -32_600, message: 'Invalid Request: send at least one message.' },
    id: null,
  });

const asWebRequest = (request: FastifyRequest): Request =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && name.startsWith('mcp-') ? [[name, value]] : wanted(name, value),
    ),
  });

const wanted = (name: string, value: string | string[] | undefined): [string, string][] =>
  (name === 'accept' || name === 'content-type') && typeof value === 'string' ? [[name, value]] : [];

/** Calls the public API as any program does, with the message's key. */
async function callApi(
  { server }: Api,
  request: FastifyRequest,
  { method, url, query, payload }: ToolCall,
): Promise<ApiAnswer> {
  const reply = await server.inject({
    method: method as 'GET' | 'POST',
    url,
    query,
    headers: {
      authorization: request.headers.authorization!,
      ...(request.trace && { traceparent: writeTraceParent(request.trace) }),
    },
    remoteAddress: request.ip,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) reply.header(name, value);
  return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()));
}
