import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { CompareSound, StartClipFile } from '#server/modules/media/media.ts';
import { matchClips } from './match.job.ts';
import { removeOldFiles } from './remove-old.job.ts';
import { registerClipFileRoutes } from './routes.ts';

export { readMatch } from './queries.ts';

/**
 * Compares clips' files with their listing's source, and shows how much the clips of each second of the
 * source earned.
 */
export function createClipFilesModule({
  db,
  startClipFile,
  compareSound,
}: {
  db: Database;
  startClipFile: StartClipFile;
  compareSound: CompareSound;
}): Module {
  return {
    name: 'clip-files',
    routes: (api) => registerClipFileRoutes(api, startClipFile),
    jobs: [matchClips({ db, compareSound }), removeOldFiles(db)],
  };
}
