import { cohortRoutes } from '#contract/cohorts.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { cohortColumns } from './columns.ts';
import { clear, hold, uphold } from './decide.ts';
import { listCohorts, showCohort } from './queries.ts';

export function registerCohortRoutes(api: Api): void {
  const { adminCohorts, adminCohortsCsv } = cohortRoutes;
  implementTable(api, adminCohorts, adminCohortsCsv, cohortColumns, ({ query }, db) =>
    listCohorts(db, query),
  );
  implement(api, cohortRoutes.adminCohort, ({ params }) => showCohort(api.db, params.id));
  implementOnce(api, cohortRoutes.holdCohort, ({ params, body, actor, now }, tx) =>
    hold(tx, { cohortId: params.id, adminId: actor.userId, ...body, now }),
  );
  implementOnce(api, cohortRoutes.upholdCohort, ({ params, body, actor, now }, tx) =>
    uphold(tx, { cohortId: params.id, adminId: actor.userId, ...body, now }),
  );
  implementOnce(api, cohortRoutes.clearCohort, ({ params, body, actor, now }, tx) =>
    clear(tx, { cohortId: params.id, adminId: actor.userId, ...body, now }),
  );
}
