import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bearerOf, formOf, queryOf } from '../wire.ts';
import { nextOpaque, type World } from '../world.ts';
import { type PaypalError, sendPaypalError, testErrors } from './errors.ts';
import { batchStatus, itemBody, moveItem, stepNow, stepsFor } from './items.ts';
import { reportPage } from './report.ts';
import type { PaypalBatch, PaypalItem } from './state.ts';

const TOKEN_SECONDS = 32_400;
const KEY_DAYS = 30;
const BODY_BYTES = 16 * 1024 * 1024;

const item = z.object({
  recipient_type: z.enum(['EMAIL', 'PHONE', 'PAYPAL_ID']).default('EMAIL'),
  receiver: z.string().min(3).max(127),
  amount: z.object({
    value: z.string().regex(/^\d{1,5}\.\d{2}$/),
    currency: z.literal('USD'),
  }),
  note: z.string().max(4_000).default(''),
  sender_item_id: z.string().max(63).default(''),
});
const createBody = z.object({
  sender_batch_header: z.object({
    sender_batch_id: z.string().min(1).max(256),
    email_subject: z.string().max(255).optional(),
    email_message: z.string().max(1_000).optional(),
  }),
  items: z.array(item).min(1).max(15_000),
});

/** Adds PayPal's token endpoint and Payouts, with batches and their items. */
export function addPaypal(app: FastifyInstance, world: World, base: string, linkBase: () => string): void {
  app.post(`${base}/v1/oauth2/token`, async (request, reply) => {
    if (!credentials(request) || formOf(request).get('grant_type') !== 'client_credentials') {
      return sendPaypalError(world, reply, 'AUTHENTICATION_FAILURE');
    }
    const token = `A21AA${nextOpaque(world, 'paypal token', 80)}`;
    const expiresAt = new Date(world.clock.now().getTime() + TOKEN_SECONDS * 1_000).toISOString();
    world.state.paypal.tokens.push({ token, expiresAt });
    await world.save();
    return {
      scope: 'https://uri.paypal.com/payments/payouts',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: TOKEN_SECONDS,
      nonce: nextOpaque(world, 'paypal nonce', 40),
    };
  });
  app.post(`${base}/v1/payments/payouts`, { bodyLimit: BODY_BYTES }, (request, reply) =>
    createBatch(world, linkBase(), request, reply),
  );
  app.get<{ Params: { id: string } }>(`${base}/v1/payments/payouts/:id`, (request, reply) =>
    readBatch(world, linkBase(), request, reply),
  );
  app.get(`${base}/v1/reporting/transactions`, (request, reply) => {
    if (!authorized(world, request)) return sendPaypalError(world, reply, 'AUTHENTICATION_FAILURE');
    const page = reportPage(world, queryOf(request));
    return page ? reply.send(page) : sendPaypalError(world, reply, 'VALIDATION_ERROR');
  });
  app.get<{ Params: { id: string } }>(`${base}/v1/payments/payouts-item/:id`, (request, reply) => {
    const found = authorized(world, request) ? findItem(world, request.params.id) : 'AUTHENTICATION_FAILURE';
    if (typeof found === 'string') return sendPaypalError(world, reply, found);
    return reply.send(itemBody(found.batch, found.item, stepNow(found.item, world.clock.now())));
  });
  app.post<{ Params: { id: string } }>(
    `${base}/v1/payments/payouts-item/:id/cancel`,
    async (request, reply) => {
      const found = authorized(world, request)
        ? findItem(world, request.params.id)
        : 'AUTHENTICATION_FAILURE';
      if (typeof found === 'string') return sendPaypalError(world, reply, found);
      const now = world.clock.now();
      const { state } = stepNow(found.item, now);
      if (state === 'RETURNED') return sendPaypalError(world, reply, 'ITEM_ALREADY_CANCELLED');
      if (state !== 'UNCLAIMED') return sendPaypalError(world, reply, 'ITEM_INCORRECT_STATUS');
      moveItem(found.item, 'RETURNED', now);
      await world.save();
      return reply.send(itemBody(found.batch, found.item, stepNow(found.item, now)));
    },
  );
}

function credentials(request: FastifyRequest): boolean {
  const encoded = bearerOf(request, 'Basic');
  const [id, secret] = encoded ? Buffer.from(encoded, 'base64').toString().split(':') : [];
  return Boolean(id && secret && !id.startsWith('invalid'));
}

function authorized(world: World, request: FastifyRequest): boolean {
  const token = bearerOf(request);
  const now = world.clock.now().toISOString();
  return world.state.paypal.tokens.some((one) => one.token === token && one.expiresAt > now);
}

const fault = (world: World, mode: string): boolean => {
  const now = world.clock.now().toISOString();
  return world.state.faults.some((one) => one.service === 'paypal' && one.mode === mode && one.until > now);
};

async function createBatch(
  world: World,
  linkBase: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!authorized(world, request)) return sendPaypalError(world, reply, 'AUTHENTICATION_FAILURE');
  const parsed = createBody.safeParse(request.body);
  if (!parsed.success) {
    const details = parsed.error.issues.map(({ path, message }) => ({
      field: path.join('.'),
      issue: message,
    }));
    return sendPaypalError(world, reply, 'VALIDATION_ERROR', { details });
  }
  const asked: PaypalError | undefined = fault(world, 'no-funds')
    ? 'INSUFFICIENT_FUNDS'
    : testErrors[parsed.data.items[0]!.note];
  if (asked) return sendPaypalError(world, reply, asked);
  const requestId = [request.headers['paypal-request-id']].flat()[0] ?? null;
  const { sender_batch_id } = parsed.data.sender_batch_header;
  const known = recent(world).find(
    (one) => one.senderBatchId === sender_batch_id || (requestId !== null && one.requestId === requestId),
  );
  if (known && known.requestId === requestId && requestId !== null) {
    return reply.code(201).send(created(world, linkBase, known));
  }
  if (known) return sendPaypalError(world, reply, 'USER_BUSINESS_ERROR', duplicate(linkBase, known));
  const batch = accept(world, sender_batch_id, requestId, parsed.data.items);
  await world.save();
  if (fault(world, 'lost-reply')) return sendPaypalError(world, reply, 'INTERNAL_ERROR');
  if (fault(world, 'silent')) await gone(request);
  return reply.code(201).send(created(world, linkBase, batch));
}

const gone = (request: FastifyRequest): Promise<void> =>
  new Promise((resolve) => request.raw.socket.once('close', () => resolve()));

/** Returns the batches whose PayPal-Request-Id PayPal still remembers. */
function recent(world: World): PaypalBatch[] {
  const since = new Date(world.clock.now().getTime() - KEY_DAYS * 86_400_000).toISOString();
  return world.state.paypal.batches.filter(({ createdAt }) => createdAt > since);
}

function accept(
  world: World,
  senderBatchId: string,
  requestId: string | null,
  items: z.infer<typeof item>[],
): PaypalBatch {
  const now = world.clock.now();
  const batch: PaypalBatch = {
    id: nextOpaque(world, 'paypal batch', 13).toUpperCase(),
    senderBatchId,
    requestId,
    createdAt: now.toISOString(),
    denied: false,
    items: items.map(({ receiver, amount, note, sender_item_id }) => ({
      id: nextOpaque(world, 'paypal item', 13).toUpperCase(),
      senderItemId: sender_item_id,
      receiver,
      value: amount.value,
      note,
      transactionId: nextOpaque(world, 'paypal transaction', 17).toUpperCase(),
      steps: stepsFor(receiver, now),
    })),
  };
  world.state.paypal.batches.push(batch);
  return batch;
}

const linkTo = (linkBase: string, batch: PaypalBatch) => ({
  href: `${linkBase}/v1/payments/payouts/${batch.id}`,
  rel: 'self',
  method: 'GET',
});

const duplicate = (linkBase: string, batch: PaypalBatch) => ({
  details: [
    {
      field: 'SENDER_BATCH_ID',
      location: 'body',
      issue: 'Batch with given sender_batch_id already exists',
      link: [linkTo(linkBase, batch)],
    },
  ],
  links: [linkTo(linkBase, batch)],
});

const header = (world: World, batch: PaypalBatch) => ({
  payout_batch_id: batch.id,
  batch_status: batchStatus(batch, world.clock.now()),
  time_created: batch.createdAt,
  sender_batch_header: { sender_batch_id: batch.senderBatchId },
});

const created = (world: World, linkBase: string, batch: PaypalBatch) => ({
  batch_header: { ...header(world, batch), batch_status: 'PENDING' },
  links: [linkTo(linkBase, batch)],
});

function readBatch(
  world: World,
  linkBase: string,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): FastifyReply {
  if (!authorized(world, request)) return sendPaypalError(world, reply, 'AUTHENTICATION_FAILURE');
  const batch = world.state.paypal.batches.find(({ id }) => id === request.params.id);
  if (!batch) return sendPaypalError(world, reply, 'RESOURCE_NOT_FOUND');
  const query = queryOf(request);
  const size = Math.min(Math.max(Number(query.get('page_size')) || 100, 1), 1_000);
  const page = Math.max(Number(query.get('page')) || 1, 1);
  const now = world.clock.now();
  const shown = batch.items.slice((page - 1) * size, page * size);
  return reply.send({
    ...(query.get('total_required') === 'true'
      ? { total_items: batch.items.length, total_pages: Math.ceil(batch.items.length / size) }
      : {}),
    batch_header: header(world, batch),
    items: shown.map((one) => itemBody(batch, one, stepNow(one, now))),
    links: [linkTo(linkBase, batch)],
  });
}

function findItem(world: World, id: string): { batch: PaypalBatch; item: PaypalItem } | PaypalError {
  for (const batch of world.state.paypal.batches) {
    const found = batch.items.find((one) => one.id === id);
    if (found) return { batch, item: found };
  }
  return 'RESOURCE_NOT_FOUND';
}
