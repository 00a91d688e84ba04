import { startEmbedded } from '#db/embedded.ts';
import { generatedFiles, outOfDate, writeFiles } from '#db/generate.ts';
import { migrate } from '#db/migrate.ts';

const cluster = await startEmbedded({ sync: false });
try {
  const { applied } = await migrate(cluster);
  const files = await generatedFiles(cluster.ownerUrl);
  const changed = outOfDate(files);
  writeFiles(files);
  console.log(
    `${applied.length} migrations; ${changed.length ? `wrote ${changed.join(' and ')}` : 'nothing changed'}.`,
  );
} finally {
  await cluster.stop();
}
