import { appealRoutes } from '#contract/appeals.ts';
import type { Micros } from '#contract/money.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import { adminAppealsColumns } from './columns.ts';
import { dismissAppeal, overturnAppeal } from './decide.ts';
import { type AppealDeps, fileAppeal } from './file.ts';
import { appealFigures, clipAppeals, latestHold, listAppeals, openSubject } from './queries.ts';

/** What a clip's reserve should hold for contested views, and what it holds; null when none are contested. */
export type AtStake = (
  db: Database,
  submissionId: string,
) => Promise<{ wantedMicros: Micros; reservedMicros: Micros } | null>;

export function registerAppealRoutes(api: Api, deps: AppealDeps & { atStake: AtStake }): void {
  const { db } = api;
  implement(api, appealRoutes.fileAppeal, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      fileAppeal(tx, { submissionId: params.id, clipperId: actor.userId, text: body.text, now }, deps),
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
      atStake: await deps.atStake(db, params.id),
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
    return (await overturnAppeal(db, ask, deps)) ?? {};
  });
  implement(api, appealRoutes.dismissAppeal, async ({ params, body, actor, now }) => {
    const ask = { appealId: params.id, adminId: actor.userId, note: body.note, now };
    return (await dismissAppeal(db, ask, deps)) ?? {};
  });
}
