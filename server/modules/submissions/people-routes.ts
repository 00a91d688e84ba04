import { blockRoutes } from '#contract/blocks.ts';
import { invitationRoutes } from '#contract/listings/invitations.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { transact } from '#server/infra/transaction.ts';
import { blockClipper, unblockClipper } from './block.ts';
import { blockedClippers } from './blocked.ts';
import { inviteClipper } from './invite.ts';

/** Registers the routes for a host's blocks and invitations. */
export function registerPeopleRoutes(api: Api): void {
  const { db } = api;

  implement(api, blockRoutes.blockedClippers, ({ query, actor }) =>
    blockedClippers(db, actor.accountId, query),
  );
  implement(api, blockRoutes.blockClipper, async ({ body, actor, now }) => {
    const ask = { hostId: actor.accountId, userId: actor.userId, username: body.username, now };
    return (await transact(db, (tx) => blockClipper(tx, ask))) ?? {};
  });
  implement(api, blockRoutes.unblockClipper, async ({ params, actor, now }) => {
    const ask = { hostId: actor.accountId, userId: actor.userId, clipperId: params.id, now };
    return (await transact(db, (tx) => unblockClipper(tx, ask))) ?? {};
  });

  implementOnce(api, invitationRoutes.inviteClipper, async ({ params, body, actor, now }, tx) => {
    const ask = {
      listingId: params.id,
      hostId: actor.accountId,
      userId: actor.userId,
      username: body.username,
      now,
    };
    return (await inviteClipper(tx, ask)) ?? {};
  });
}
