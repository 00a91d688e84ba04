import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notifyConsentEnded } from './consent/events.ts';
import { disconnectAccount } from './consent/tokens.ts';
import { refusalInput, setRefusal } from './errors/refusals.ts';
import { faultInput, setFault } from './faults.ts';
import { forgetAccountsBut } from './forget.ts';
import { moveItem, stepNow } from './paypal/items.ts';
import { itemState, webhookMode } from './paypal/state.ts';
import { eventsAbout } from './paypal/webhooks.ts';
import {
  changePost,
  countsNow,
  createPost,
  describePost,
  type MadePost,
  postChange,
  postInput,
} from './posts/posts.ts';
import { doAtStripe, stripeAction } from './stripe/control.ts';
import { accountInput, ensureAccount, normalHandle, type World } from './world.ts';

const paypalBody = z.strictObject({
  webhooks: webhookMode.optional(),
  /** The item with this sender item id, and the state that it changes to. */
  item: z.object({ senderItemId: z.string(), state: itemState, error: z.string().optional() }).optional(),
});

/** Thrown for invalid input from a tool. */
export class ControlInputError extends Error {
  readonly statusCode: number = 400;
}

class NoSuchThing extends ControlInputError {
  override readonly statusCode = 404;
}

function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return defined(parsed.data);
  throw new ControlInputError(z.prettifyError(parsed.error));
}

/** The simulator's operations for tools, whose input is not validated yet. */
export interface Control {
  /** @throws ControlInputError, or RangeError for an invalid curve or handle */
  createPost(input: unknown): Promise<MadePost>;
  /** Changes visibility or caption of a post. @throws ControlInputError, also for an unknown post */
  changePost(input: unknown): Promise<void>;
  /**
   * Removes the app as the user does in the platform's settings.
   * @throws ControlInputError, also for an unknown account
   */
  disconnect(input: unknown): Promise<void>;
  /** Deletes all other accounts and their data. */
  forgetAccountsBut(kept: Parameters<typeof forgetAccountsBut>[1]): Promise<void>;
  /** @throws ControlInputError */
  setFault(input: unknown): Promise<void>;
  /**
   * Makes a platform answer with one of its errors.
   * @throws ControlInputError, also for an unknown error
   */
  setRefusal(input: unknown): Promise<void>;
  /** Sets PayPal's webhook delivery, or the state of an item. @throws ControlInputError */
  steerPaypal(input: unknown): Promise<void>;
  /** Performs acts of banks, cardholders and the operator at Stripe. @throws ControlInputError */
  steerStripe(input: unknown): Promise<void>;
}

export function controlOf(world: World): Control {
  return {
    async createPost(input) {
      const post = createPost(world, parse(postInput, input));
      await world.save();
      return post;
    },
    async changePost(input) {
      const {
        platform: of,
        id,
        ...change
      } = parse(postChange.extend({ platform: postInput.shape.platform, id: z.string() }), input);
      if (!changePost(world, of, id, change)) throw new NoSuchThing('No such post.');
      await world.save();
    },
    async disconnect(input) {
      const asked = parse(accountInput.pick({ platform: true, handle: true }), input);
      const account = world.state.accounts.find(
        (one) => one.platform === asked.platform && one.handle === normalHandle(asked.handle),
      );
      if (account === undefined) throw new NoSuchThing('No such account.');
      disconnectAccount(world, asked.platform, account.id);
      await world.save();
      await notifyConsentEnded(world, asked.platform, account.id);
    },
    async forgetAccountsBut(kept) {
      forgetAccountsBut(world, kept);
      await world.save();
    },
    async setFault(input) {
      setFault(world, parse(faultInput, input));
      await world.save();
    },
    async setRefusal(input) {
      if (!setRefusal(world, parse(refusalInput, input))) throw new NoSuchThing('No such error.');
      await world.save();
    },
    async steerPaypal(input) {
      const { webhooks, item } = parse(paypalBody, input);
      if (webhooks) world.state.paypal.webhooks = webhooks;
      if (item) {
        const items = world.state.paypal.batches.flatMap((batch) => batch.items);
        const found = items.findLast(({ senderItemId }) => senderItemId === item.senderItemId);
        if (!found) throw new ControlInputError('No such item.');
        moveItem(found, item.state, world.clock.now(), item.error);
      }
      await world.save();
    },
    async steerStripe(input) {
      const done = await doAtStripe(world, parse(stripeAction, input));
      if (!done) throw new NoSuchThing('No such payment or dispute.');
    },
  };
}

/** Serves the operations that startSimulator returns as the simulator's control API over HTTP. */
export function addControl(app: FastifyInstance, world: World): void {
  const control = controlOf(world);
  app.post('/control/accounts', async (request) => {
    const account = ensureAccount(world, parse(accountInput, request.body));
    await world.save();
    return account;
  });
  app.get('/control/accounts', () => world.state.accounts);
  app.post('/control/accounts/disconnect', async (request, reply) => {
    await control.disconnect(request.body);
    return reply.code(204).send();
  });
  app.post('/control/posts', (request) => control.createPost(request.body));
  app.get('/control/posts', () =>
    world.state.posts.map((post) => ({
      ...describePost(world, post),
      visibility: post.visibility,
      scenario: post.scenario,
      counts: countsNow(world, post),
    })),
  );
  app.patch('/control/posts/:platform/:id', async (request, reply) => {
    await control.changePost({ ...(request.body as object), ...(request.params as object) });
    return reply.code(204).send();
  });
  app.get('/control/paypal', () =>
    world.state.paypal.batches.flatMap((batch) =>
      batch.items.map((item) => ({
        batchId: batch.id,
        senderBatchId: batch.senderBatchId,
        senderItemId: item.senderItemId,
        receiver: item.receiver,
        value: item.value,
        state: stepNow(item, world.clock.now()).state,
      })),
    ),
  );
  app.get<{ Params: { senderItemId: string } }>('/control/paypal/:senderItemId/events', (request) =>
    eventsAbout(world, request.params.senderItemId),
  );
  app.patch('/control/paypal', async (request, reply) => {
    await control.steerPaypal(request.body);
    return reply.code(204).send();
  });
  app.post('/control/stripe', async (request, reply) => {
    await control.steerStripe(request.body);
    return reply.code(204).send();
  });
  app.patch('/control/errors', async (request, reply) => {
    await control.setRefusal(request.body);
    return reply.code(204).send();
  });
  app.patch('/control/faults', async (request, reply) => {
    await control.setFault(request.body);
    return reply.code(204).send();
  });
}

/** Removes undefined values, because they would override defaults. */
function defined<T>(value: T): T {
  return Object.fromEntries(Object.entries(value as object).filter(([, one]) => one !== undefined)) as T;
}
