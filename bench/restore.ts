import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup } from '#server/infra/backup/make-backup.ts';
import { placeAt } from '#server/infra/backup/open-place.ts';
import type { Place } from '#server/infra/backup/place.ts';
import { findBackup, restoreBackup } from '#server/infra/backup/restore-backup.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { embeddedKind, type Installation, type Kind, ownKind } from './recover/installation.ts';
import { deposit, keysIn, missing, startLoad } from './recover/load.ts';
import { outsidePostgres } from './recover/outside-postgres.ts';
import { type Bench, none, round as rounded, row } from './result.ts';

const ROUNDS = 20;
const SECRET = 'a secret that is kept elsewhere';
const MEGABYTE = 1024 * 1024;
const FILES = { count: 256, bytes: 4 * MEGABYTE };

/**
 * A drill: back up under load, destroy everything, restore, compare with the effects acknowledged before the
 * backup began, and continue on the restored installation. It runs for the embedded database and for an
 * external PostgreSQL. At the end the restore of many files is timed.
 */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-restore-'));
  const postgres = await outsidePostgres(folder);
  try {
    await postgres.create('server');
    const drills = [];
    for (const kind of [embeddedKind(folder), ownKind(folder, postgres)])
      drills.push(await drill(kind, folder));
    const seconds = await restoreFiles(folder);
    const gigabytes = (FILES.count * FILES.bytes) / 1e9;
    return {
      rows: [
        ...drills.flatMap(({ name, lost, broken, slowest }) => [
          none(`${name}: deposits and files lost in ${ROUNDS} rounds`, lost),
          none(`${name}: rounds with broken books`, broken),
          figure(`${name}: slowest restore until the books are proved`, slowest, null),
        ]),
        figure(`restore of ${rounded(gigabytes)} GB of files`, seconds, null),
        figure('the same for 10 GB', (seconds / gigabytes) * 10, 300),
      ],
      total: Object.fromEntries(
        drills.map(({ name, kept }) => [`${name}: deposits brought back at the end`, kept]),
      ),
    };
  } finally {
    await postgres.stop('server', 'immediate').catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
};

const figure = (name: string, value: number, target: number | null) =>
  row({ name, value: rounded(value), unit: 's', baseline: null, target, lowerIsBetter: true });

async function drill(kind: Kind, folder: string) {
  const place = placeAt(join(folder, `backups-${kind.name}`), null);
  const found = { name: kind.name, lost: [] as string[], broken: [] as string[], slowest: 0, kept: 0 };
  await kind.target(0);
  let live = await kind.open(0);
  for (let round = 1; round <= ROUNDS; round++) {
    const before = await backUpUnderLoad(live, place, round);
    await live.destroy();
    const began = performance.now();
    const into = await kind.target(round);
    const dataDir = join(folder, `${kind.name}-${round}`);
    const { manifest } = await findBackup(place, null);
    await restoreBackup(place, manifest, { dataDir, secrets: [SECRET], into });
    live = await kind.open(round);
    const kept = await keysIn(live.db);
    if (!(await reconcile(live.db)).ok) found.broken.push(`round ${round}`);
    found.slowest = Math.max(found.slowest, (performance.now() - began) / 1000);
    if (missing(before, kept) > 0) found.lost.push(`round ${round}: ${missing(before, kept)} deposits`);
    for (let file = 1; file <= round; file++)
      if (!isWhole(dataDir, file)) found.lost.push(`round ${round}: file ${file}`);
    // The restored installation accepts money again.
    await deposit(live.db, new Set());
    found.kept = kept.size;
  }
  await live.destroy();
  return found;
}

/** Returns the keys of deposits that were acknowledged when the backup began. */
async function backUpUnderLoad(live: Installation, place: Place, round: number): Promise<Set<string>> {
  const { dataDir, db, source: database } = live;
  writeFile(dataDir, round);
  for (let n = 0; n < 5; n++) await deposit(db, new Set());
  const before = await keysIn(db);
  const source = { dataDir, secret: SECRET, database };
  await startLoad(db).during(() => makeBackup(source, { place, keep: 3, now: () => new Date() }));
  return before;
}

const folderOf = (dataDir: string, file: number): string => join(dataDir, 'media', `file-${file}`);
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function writeFile(dataDir: string, file: number): void {
  const bytes = randomBytes(100_000);
  mkdirSync(folderOf(dataDir, file), { recursive: true });
  writeFileSync(join(folderOf(dataDir, file), hashOf(bytes)), bytes);
}

function isWhole(dataDir: string, file: number): boolean {
  const [name] = readdirSync(folderOf(dataDir, file));
  return name !== undefined && hashOf(readFileSync(join(folderOf(dataDir, file), name))) === name;
}

/** Returns the seconds that the restore of many files takes. */
async function restoreFiles(folder: string): Promise<number> {
  const [dataDir, place] = [join(folder, 'files'), placeAt(join(folder, 'backups-files'), null)];
  for (let file = 0; file < FILES.count; file++) {
    mkdirSync(folderOf(dataDir, file), { recursive: true });
    writeFileSync(join(folderOf(dataDir, file), 'file'), randomBytes(FILES.bytes));
  }
  await makeBackup({ dataDir, secret: SECRET, database: null }, { place, keep: 1, now: () => new Date() });
  const { manifest } = await findBackup(place, null);
  const began = performance.now();
  await restoreBackup(place, manifest, { dataDir: join(folder, 'restored'), secrets: [SECRET], into: null });
  return (performance.now() - began) / 1000;
}
