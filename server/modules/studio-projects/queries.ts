import { type StudioProject, studioProject } from '#contract/media/studio.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Version 0 and no project if none is stored. A stored project that this release can't read is null with its version. */
export async function findProject(
  db: Database,
  { clipperId, listingId }: { clipperId: string; listingId: string },
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
