import { appealRoutes } from '#contract/appeals.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { atStake } from '#server/modules/earnings/earnings.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import { adminAppealsColumns } from './columns.ts';
import { dismissAppeal, overturnAppeal } from './decide.ts';
import { fileAppeal } from './file.ts';
import { appealFigures, clipAppeals, latestHold, listAppeals, openSubject } from './queries.ts';

export function registerAppealRoutes(api: Api): void {
  const { db } = api;
  implement(api, appealRoutes.fileAppeal, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      fileAppeal(tx, { submissionId: params.id, clipperId: actor.userId, text: body.text, now }),
    ),
  );
  implement(api, appealRoutes.clipAppeals, async ({ params, actor, now }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || !maySeeClip(actor, participants)) return refuse('not_found');
    const appeals = await clipAppeals(db, params.id);
    const mayRead = actor.role === 'admin' || actor.userId === participants.clipperId;
    return {
      appealable: await openSubject(db, params.id, now),
      hold: await latestHold(db, params.id),
      appeals: mayRead ? appeals : appeals.map((appeal) => ({ ...appeal, text: null })),
      atStake: await atStake(db, params.id),
    };
  });
  implementTable(
    api,
    appealRoutes.adminAppeals,
    appealRoutes.adminAppealsCsv,
    adminAppealsColumns,
    ({ query }) => listAppeals(db, query),
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
