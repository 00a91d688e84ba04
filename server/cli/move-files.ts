import { requireDataFolder } from '#server/config/data-folder.ts';
import { openS3 } from '#server/infra/s3/objects.ts';
import { probeS3 } from '#server/infra/s3/probe.ts';
import { moveFiles } from '#server/modules/media/media.ts';
import type { LoneCommand } from './command.ts';

const EVERY = 100;

export const moveToBucket: LoneCommand = {
  says: 'move-files           moves uploaded files from DATA_DIR into the bucket of S3_BUCKET while the server runs; checks each; exits 1 when some are left',
  async runAlone({ readConfig, print }) {
    const { fileBucket, dataDir } = readConfig();
    if (!fileBucket) {
      print('Set S3_BUCKET and restart the server first: what comes meanwhile then goes to the bucket.');
      return 1;
    }
    requireDataFolder(dataDir);
    const s3 = await openS3(fileBucket.settings);
    const problem = await probeS3(s3);
    if (problem) throw new Error(problem);
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
    const { files, bytes, left } = await moveFiles(s3, dataDir, (so) => {
      if (so.files % EVERY === 0 && so.files > 0) print(`${so.files} files, ${megabytes(so.bytes)} so far`);
    });
    print(`Moved ${files} files, ${megabytes(bytes)}; each was read back and compared. ${left} are left.`);
    if (left > 0) print('They come in or were changed: run this again later.');
    return left > 0 ? 1 : 0;
  },
};
