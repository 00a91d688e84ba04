import { verifiedRecordRoutes } from '#contract/verified-records.ts';
import { type Api, implement } from '#server/http/route.ts';
import { transact } from '#server/infra/transaction.ts';
import { publicKeys } from './keys.ts';
import { listRecords } from './queries.ts';
import { endRecord, shareRecord } from './share.ts';
import { signRecord } from './sign.ts';
import type { RecordsDeps } from './verified-records-deps.ts';
import { verifyRecord } from './verify.ts';

export function registerVerifiedRecordRoutes(api: Api, deps: RecordsDeps): void {
  const { db } = deps;
  implement(api, verifiedRecordRoutes.verifiedRecords, async ({ actor, now }) => ({
    rows: await listRecords(db, actor.accountId, now),
  }));
  implement(api, verifiedRecordRoutes.shareRecord, ({ actor, body, now }) =>
    transact(db, (tx) => shareRecord(tx, { clipperId: actor.accountId, userId: actor.userId, ...body, now })),
  );
  implement(api, verifiedRecordRoutes.signRecord, ({ actor, params, now }) =>
    signRecord(deps, { clipperId: actor.accountId, id: params.id, now }),
  );
  implement(
    api,
    verifiedRecordRoutes.endRecord,
    async ({ actor, params, now }) =>
      (await transact(db, (tx) =>
        endRecord(tx, { clipperId: actor.accountId, userId: actor.userId, id: params.id, now }),
      )) ?? {},
  );
  implement(api, verifiedRecordRoutes.verifyRecord, ({ body, now }) => verifyRecord(deps, body.token, now));
  api.server.get('/.well-known/jwks.json', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .type('application/jwk-set+json; charset=utf-8')
      .send(JSON.stringify({ keys: await publicKeys(db) })),
  );
}
