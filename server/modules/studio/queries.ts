import type { AccountId } from '#contract/accounts/ids.ts';
import { type StudioProject, studioProject } from '#contract/studio.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Returns a person's project and its version; version 0 and no project if none is stored. If this release
 * can't read a stored project, the project is null, with its version.
 */
export async function findProject(
  db: Database,
  { clipperId, listingId }: { clipperId: AccountId; listingId: string },
): Promise<{ version: number; project: StudioProject | null }> {
  const row = await db
    .selectFrom('studio_projects')
    .select(['version', 'project'])
    .where('clipper_id', '=', clipperId)
    .where('listing_id', '=', listingId)
    .executeTakeFirst();
  if (!row) return { version: 0, project: null };
  return { version: row.version, project: studioProject.safeParse(row.project).data ?? null };
}
