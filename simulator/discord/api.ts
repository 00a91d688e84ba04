import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, queryOf } from '../wire.ts';
import { type CheckedMessage, checkMessage, type FormError, messageOf, nested } from './check-message.ts';
import { checkCommands } from './commands.ts';
import type { Discord } from './discord.ts';
import type { DiscordCommand } from './state.ts';

/** The most calls of one webhook within `CALLS_PER_MS`. */
const CALLS = 5;
const CALLS_PER_MS = 2_000;
const EPHEMERAL = 64;

const send = (reply: FastifyReply, status: number, code: number, message: string, errors?: FormError[]) =>
  reply.code(status).send({ message, code, ...(errors && { errors: nested(errors) }) });

/** The part of Discord's API v10 for webhooks, an application's answers and its commands. */
export function addDiscordApi(app: FastifyInstance, discord: Discord, base: string): void {
  app.post<Named>(`${base}/v10/webhooks/:id/:token`, (request, reply) =>
    postMessage(discord, request, reply),
  );
  app.patch<Named>(`${base}/v10/webhooks/:id/:token/messages/@original`, (request, reply) =>
    editAnswer(discord, request, reply),
  );
  addApplication(app, discord, base);
}

interface Named {
  Params: { id: string; token: string };
}

async function postMessage(discord: Discord, request: FastifyRequest<Named>, reply: FastifyReply) {
  const { state } = discord.world;
  const { id, token } = request.params;
  const webhook = state.discord.webhooks.find((one) => one.id === id);
  if (!webhook) return send(reply, 404, 10015, 'Unknown Webhook');
  if (webhook.token !== token) return send(reply, 401, 50027, 'Invalid Webhook Token');
  const waitMs = waitOf(discord, id);
  if (waitMs > 0) return sendDiscordLimit(reply, waitMs, false);
  const query = queryOf(request);
  const threadId = query.get('thread_id');
  if (webhook.isForum && !threadId)
    return send(reply, 400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id');
  const read = readMessage(request, reply);
  if (!read) return reply;
  const postedAt = new Date(discord.now()).toISOString();
  const message = { id: discord.nextId(), channelId: webhook.channelId, threadId, ...read, postedAt };
  state.discord.messages.push(message);
  await discord.world.save();
  if (query.get('wait') !== 'true') return reply.code(204).send();
  const { content, embeds, calls } = read;
  return {
    ...{
      id: message.id,
      type: 0,
      channel_id: threadId ?? webhook.channelId,
      webhook_id: id,
      content,
      embeds,
    },
    mention_everyone: calls.includes('everyone'),
    mentions: calls.filter((one) => one !== 'everyone').map((one) => ({ id: one })),
    timestamp: postedAt,
  };
}

async function editAnswer(discord: Discord, request: FastifyRequest<Named>, reply: FastifyReply) {
  const { id, token } = request.params;
  const asked = discord.asked.get(token);
  if (id !== discord.applicationId) return send(reply, 404, 10015, 'Unknown Webhook');
  if (!asked || asked.until < discord.now()) return send(reply, 401, 50027, 'Invalid Webhook Token');
  if (asked.state === null) return send(reply, 404, 10008, 'Unknown Message');
  const read = readMessage(request, reply);
  if (!read) return reply;
  Object.assign(asked, { state: 'answered', content: read.content, embeds: read.embeds });
  asked.edited();
  return { id: discord.nextId(), content: read.content, flags: asked.isPrivate ? EPHEMERAL : 0 };
}

/** Adds the calls that an application's owner makes with its bot's token. */
function addApplication(app: FastifyInstance, discord: Discord, base: string): void {
  const { state } = discord.world;
  const isBot = ({ headers }: FastifyRequest) => headers.authorization === `Bot ${discord.botToken}`;
  app.get(`${base}/v10/applications/@me`, async (request, reply) => {
    if (!isBot(request)) return send(reply, 401, 0, '401: Unauthorized');
    return {
      id: discord.applicationId,
      name: 'Permille',
      verify_key: discord.publicKey,
      interactions_endpoint_url: discord.target,
    };
  });
  app.put<{ Params: { id: string } }>(`${base}/v10/applications/:id/commands`, async (request, reply) => {
    if (!isBot(request)) return send(reply, 401, 0, '401: Unauthorized');
    if (request.params.id !== discord.applicationId) return send(reply, 403, 20012, 'Not authorized');
    const errors = checkCommands(request.body);
    if (errors.length > 0) return send(reply, 400, 50035, 'Invalid Form Body', errors);
    state.discord.commands = request.body as DiscordCommand[];
    await discord.world.save();
    return state.discord.commands.map((command) => ({ ...command, id: discord.nextId(), type: 1 }));
  });
}

/** Returns the message of a request; null after the request was refused. */
function readMessage(request: FastifyRequest, reply: FastifyReply): CheckedMessage | null {
  const body = bodyOf(request);
  const errors = checkMessage(body);
  if (errors.length > 0) {
    send(reply, 400, 50035, 'Invalid Form Body', errors);
    return null;
  }
  const message = messageOf(body);
  if (!message) send(reply, 400, 50006, 'Cannot send an empty message');
  return message;
}

/** Counts a call. Returns the milliseconds that the caller must wait, or 0 within the limit. */
function waitOf(discord: Discord, id: string): number {
  const now = discord.now();
  const recent = (discord.calls.get(id) ?? []).filter((at) => at > now - CALLS_PER_MS);
  if (recent.length >= CALLS) return recent[0]! + CALLS_PER_MS - now;
  discord.calls.set(id, [...recent, now]);
  return 0;
}

/** Answers that the limit of one webhook, or of all calls of a server, is exceeded. */
export const sendDiscordLimit = (reply: FastifyReply, waitMs: number, isGlobal: boolean): FastifyReply =>
  reply
    .code(429)
    .header('retry-after', Math.ceil(waitMs / 1_000))
    .header('x-ratelimit-scope', isGlobal ? 'global' : 'user')
    .send({ message: 'You are being rate limited.', retry_after: waitMs / 1_000, global: isGlobal });
