import { sql } from 'kysely';
import { STUDIO_PROJECT_ENDED_DAYS } from '#contract/limits.ts';
import { after, DAY, HOUR, SECOND } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

const KEPT_MS = STUDIO_PROJECT_ENDED_DAYS * DAY;
const LOOK_EVERY_MS = HOUR;

/** Deletes projects of listings that ended or were removed a while ago, to which nobody can submit a clip any more. */
export function removeEndedProjects(db: Database): Job {
  let nextLook = 0;
  return {
    name: 'studio.remove-ended',
    async run(now) {
      if (now.getTime() < nextLook) return;
      nextLook = now.getTime() + LOOK_EVERY_MS;
      await sql`
        delete from studio_projects p using listings l
        where l.id = p.listing_id and least(l.ended_at, l.removed_at) <= ${after(now, -KEPT_MS)}`.execute(db);
    },
    isIdleUntilDue: true,
    nextDueAt: () => sql`
      select min(least(l.ended_at, l.removed_at)) + make_interval(secs => ${KEPT_MS / SECOND})
      from studio_projects p join listings l on l.id = p.listing_id`,
  };
}
