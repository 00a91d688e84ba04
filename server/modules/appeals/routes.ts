import { appealRoutes } from '#contract/appeals.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { transact } from '#server/infra/transaction.ts';
import { adminAppealsColumns } from './columns.ts';
import { dismissAppeal, overturnAppeal } from './decide.ts';
import { fileAppeal } from './file.ts';
import { appealFigures, listAppeals } from './queries.ts';

export function registerAppealRoutes(api: Api): void {
  const { db } = api;
  implement(api, appealRoutes.fileAppeal, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      fileAppeal(tx, {
        submissionId: params.id,
        clipperId: actor.accountId,
        userId: actor.userId,
        text: body.text,
        now,
      }),
    ),
  );
  implementTable(
    api,
    appealRoutes.adminAppeals,
    appealRoutes.adminAppealsCsv,
    adminAppealsColumns,
    ({ query }, db) => listAppeals(db, query),
  );
  implement(api, appealRoutes.appealFigures, () => appealFigures(db));
  implement(api, appealRoutes.overturnAppeal, async ({ params, body, actor, now }) => {
    const ask = { appealId: params.id, adminId: actor.userId, note: body.note, now };
    return (await overturnAppeal(db, ask)) ?? {};
  });
  implement(api, appealRoutes.dismissAppeal, async ({ params, body, actor, now }) => {
    const ask = { appealId: params.id, adminId: actor.userId, note: body.note, now };
    return (await dismissAppeal(db, ask)) ?? {};
  });
}
