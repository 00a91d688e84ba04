import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { disconnectAccount } from './consent.ts';
import { setFault } from './faults.ts';
import { changePost, countsNow, createPost, describePost } from './posts.ts';
import { scenarioNames } from './scenarios.ts';
import { ensureAccount, normalHandle, type World } from './world.ts';

const clipPlatform = z.enum(['youtube', 'tiktok', 'instagram']);
const platform = z.enum(['youtube', 'tiktok', 'instagram', 'twitch']);
const count = z.number().int().min(0);

const accountBody = z.strictObject({
  platform,
  handle: z.string(),
  displayName: z.string().optional(),
  bio: z.string().optional(),
  followers: count.optional(),
  createdAt: z.coerce.date().optional(),
  professional: z.boolean().optional(),
});

const postBody = z.strictObject({
  platform: clipPlatform,
  handle: z.string(),
  scenario: z.enum(scenarioNames).optional(),
  curve: z
    .array(
      z.object({
        hours: z.number().min(0),
        views: count,
        likes: count.default(0),
        comments: count.default(0),
        shares: count.default(0),
      }),
    )
    .min(1)
    .optional(),
  views: count.optional(),
  group: z.number().int().optional(),
  caption: z.string().max(2200).optional(),
  postedAt: z.coerce.date().optional(),
  durationSeconds: z.number().int().positive().optional(),
  seed: z.number().int().optional(),
  likesHidden: z.boolean().optional(),
  commentsOff: z.boolean().optional(),
  paidPromotion: z.boolean().optional(),
  dataLagHours: z.number().min(0).optional(),
});

const changeBody = z.strictObject({
  visibility: z.enum(['public', 'private', 'deleted']).optional(),
  caption: z.string().max(2200).optional(),
  removeViews: count.optional(),
});

const faultBody = z.strictObject({
  service: platform,
  mode: z.enum(['down', 'slow', 'rate-limited', 'garbled', 'ok']),
  minutes: z.number().positive().default(60),
});

/** What a tool may tell the simulator over HTTP; the same operations as the object that starts it. */
export function addControl(app: FastifyInstance, world: World): void {
  app.post('/control/accounts', async (request) => {
    const account = ensureAccount(world, defined(accountBody.parse(request.body)));
    await world.save();
    return account;
  });
  app.get('/control/accounts', () => world.state.accounts);
  app.post('/control/accounts/disconnect', async (request, reply) => {
    const asked = z.strictObject({ platform, handle: z.string() }).parse(request.body);
    const account = world.state.accounts.find(
      (one) => one.platform === asked.platform && one.handle === normalHandle(asked.handle),
    );
    if (account === undefined) return reply.code(404).send({ message: 'No such account.' });
    disconnectAccount(world, asked.platform, account.id);
    await world.save();
    return reply.code(204).send();
  });
  app.post('/control/posts', async (request) => {
    const post = createPost(world, defined(postBody.parse(request.body)));
    await world.save();
    return post;
  });
  app.get('/control/posts', () =>
    world.state.posts.map((post) => ({
      ...describePost(world, post),
      visibility: post.visibility,
      scenario: post.scenario,
      counts: countsNow(world, post),
    })),
  );
  app.patch('/control/posts/:platform/:id', async (request, reply) => {
    const params = z.object({ platform: clipPlatform, id: z.string() }).parse(request.params);
    const change = defined(changeBody.parse(request.body));
    if (!changePost(world, params.platform, params.id, change)) {
      return reply.code(404).send({ message: 'No such post.' });
    }
    await world.save();
    return reply.code(204).send();
  });
  app.patch('/control/faults', async (request, reply) => {
    setFault(world, faultBody.parse(request.body));
    await world.save();
    return reply.code(204).send();
  });
}

/** Leaves out what was not given, so that it does not hide a default. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}
