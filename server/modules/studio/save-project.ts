import { randomInt } from 'node:crypto';
import type { AccountId } from '#contract/accounts/ids.ts';
import { STUDIO_PROJECTS_MAX, type StudioProject } from '#contract/studio.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * A project's versions begin at a random number below this. If they began at 1 again after the project was deleted, a
 * tab that is still open could overwrite the project that was made since. By chance it still can, once in millions.
 */
const FIRST_BELOW = 500_000_000;

interface Save {
  clipperId: AccountId;
  listingId: string;
  /** The version on which the change is based; 0 for a first save. */
  version: number;
  project: StudioProject;
  now: Date;
}

/**
 * Saves a project if the stored version is still the version on which the change is based, so that a newer
 * version from another tab is not overwritten.
 */
export async function saveProject(
  db: Database,
  { clipperId, listingId, version, project, now }: Save,
): Promise<Outcome<{ version: number }, 'not_found' | 'studio_project_changed' | 'studio_projects_full'>> {
  const listing = await db
    .selectFrom('listings')
    .select('id')
    .where('id', '=', listingId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  if (!listing) return refuse('not_found');
  if (version === 0 && (await countProjects(db, clipperId)) >= STUDIO_PROJECTS_MAX) {
    return refuse('studio_projects_full');
  }
  const next = version === 0 ? randomInt(1, FIRST_BELOW) : version + 1;
  const values = { project: JSON.stringify(project), version: next, updated_at: now };
  const saved =
    version === 0
      ? await db
          .insertInto('studio_projects')
          .values({ clipper_id: clipperId, listing_id: listingId, ...values })
          .onConflict((oc) => oc.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('studio_projects')
          .set(values)
          .where('clipper_id', '=', clipperId)
          .where('listing_id', '=', listingId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
  return saved ?? refuse('studio_project_changed');
}

async function countProjects(db: Database, clipperId: AccountId): Promise<number> {
  const { projects } = await db
    .selectFrom('studio_projects')
    .select((eb) => eb.fn.countAll<bigint>().as('projects'))
    .where('clipper_id', '=', clipperId)
    .executeTakeFirstOrThrow();
  return Number(projects);
}
