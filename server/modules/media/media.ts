import type { AccountId } from '#contract/accounts/ids.ts';
import { UPLOAD_SPACE } from '#contract/limits.ts';
import type { Module } from '#server/http/module.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { type CompareSound, compareSound } from './compare-sound.ts';
import { createDiskStorage } from './disk-storage.ts';
import { erasedFiles } from './erased.job.ts';
import { wholeUploads } from './finish-uploads.job.ts';
import { type HashFile, hashInChild } from './hash-file.ts';
import { type JudgeFile, judgeInChild } from './judge-file.ts';
import { asPhoto, asPoster, asScreenshot, keepPicture, type WaitingPicture } from './keep-picture.ts';
import { makeLightBy } from './light/make-light.ts';
import { prepareLight } from './light/prepare-light.job.ts';
import type { FileStorage } from './open-storage.ts';
import { prepareSound } from './prepare-sound.job.ts';
import { type RedrawPicture, redrawInChild } from './redraw-picture.ts';
import { registerMediaRoutes } from './routes.ts';
import { type MakeSeekIndex, seekIndexInChild } from './seek-index.ts';
import { type LocateSound, locateInChild, type ReadSlice, readSlicesInChild } from './sound/in-child.ts';
import { createSourceLinks } from './source-link.ts';
import { type Announced, type StartCode, startUpload } from './start-upload.ts';
import { transcriptCheck } from './transcript/check.ts';
import { readSpeechInChild } from './transcript/speech.ts';
import { transcribeSources } from './transcript/transcribe.job.ts';
import { type Transcribe, type TranscribeServer, transcribeBy } from './transcript/transcribe.ts';
import { unusedUploads } from './unused.job.ts';
import { type UploadSpace, uploadSpaceCheck } from './upload-space.ts';

export type { Compared, CompareSound } from './compare-sound.ts';
export { eraseFile, eraseFilesOf } from './erase.ts';
export { importPoster } from './import-poster.ts';
export { importSource } from './import-source.ts';
export { moveFiles } from './move-files.ts';
export { type FileStorage, openFileStorage } from './open-storage.ts';
export { comparesClips, mayWatchSources, opensInStudio, readyPaths, type Viewer } from './queries.ts';
export { remoteFiles } from './remote-files.ts';
export { lightOf, posterPath, storyboardOf } from './source-pictures.ts';
export type { Announced, StartCode } from './start-upload.ts';
export { showsAnalytics } from './visible-of-clip.ts';

export type PhotoCode = 'photo_type' | 'photo_too_large' | 'photo_unreadable';
export type ScreenshotCode = 'photo_type' | 'screenshot_too_large' | 'photo_unreadable';

/** Checks and stores a picture's bytes. The caller's transaction then assigns the picture to a person. */
export type KeepPhoto = (sent: Buffer) => Promise<Outcome<WaitingPicture, PhotoCode>>;
export type KeepPoster = KeepPhoto;
export type KeepScreenshot = (sent: Buffer) => Promise<Outcome<WaitingPicture, ScreenshotCode>>;

/** Reserves space for the file of a clip, which is then sent like a source video; returns its id. */
export type StartClipFile = (
  tx: Tx,
  ownerId: AccountId,
  file: Announced,
  now: Date,
) => Promise<Outcome<string, StartCode<'clip'>>>;

/**
 * Receives uploaded files (videos resumably), judges them by their content, and serves videos by ranges and
 * photos and screenshots as pictures.
 */
export function createMediaModule({
  db,
  dataDir,
  files = { storage: createDiskStorage(dataDir), checks: [], jobs: [], metrics: [] },
  secrets,
  accelPrefix = null,
  space = UPLOAD_SPACE,
  judge = judgeInChild(),
  hash = hashInChild(),
  makeSeekIndex = seekIndexInChild(),
  redraw = redrawInChild(),
  ffmpegPath = null,
  transcribeServer = null,
  transcribe = transcribeServer && transcribeBy(transcribeServer),
  readSlice = readSlicesInChild({ ffmpegPath }),
  locate = locateInChild({ ffmpegPath }),
}: {
  db: Database;
  dataDir: string;
  /** Absent: on the disk, below `dataDir`. */
  files?: FileStorage;
  /** Signs links to source videos. */
  secrets: Secrets;
  /** Prefix under which nginx serves the folder `media` internally (X-Accel-Redirect). */
  accelPrefix?: string | null;
  space?: UploadSpace;
  judge?: JudgeFile;
  hash?: HashFile;
  makeSeekIndex?: MakeSeekIndex;
  redraw?: RedrawPicture;
  /** FFmpeg decodes sound and makes light copies. null: WebAssembly decodes, and there are no copies. */
  ffmpegPath?: string | null;
  /** The operator's speech-to-text server for source videos; null: only hosts provide transcripts. */
  transcribeServer?: TranscribeServer | null;
  transcribe?: Transcribe | null;
  readSlice?: ReadSlice;
  locate?: LocateSound;
}): Module & {
  keepPhoto: KeepPhoto;
  keepPoster: KeepPoster;
  startClipFile: StartClipFile;
  compareSound: CompareSound;
  keepScreenshot: KeepScreenshot;
  /** Returns the bytes of a stored picture. */
  readPicture: (storageKey: string) => Promise<Buffer>;
  /** Checks for System Health: of the storage, and of the speech-to-text server if there is one. */
  checks: HealthCheck[];
} {
  const { storage } = files;
  return {
    name: 'media',
    metrics: files.metrics,
    checks: [...files.checks, uploadSpaceCheck(db, space), ...(transcribe ? [transcriptCheck(db)] : [])],
    routes: (api) =>
      registerMediaRoutes(api, {
        ...{ storage, redraw, space, accelPrefix },
        links: createSourceLinks(secrets),
        isTranscribed: transcribe !== null,
      }),
    jobs: [
      ...files.jobs,
      wholeUploads({ db, storage, judge, hash, makeSeekIndex, ffmpegPath }),
      unusedUploads(db, storage),
      erasedFiles(db, storage),
      prepareSound({ db, storage, readSlice }),
      ...(transcribe
        ? [transcribeSources({ db, storage, transcribe, readSpeech: readSpeechInChild({ ffmpegPath }) })]
        : []),
      ...(ffmpegPath ? [prepareLight({ db, storage, makeLight: makeLightBy(ffmpegPath) })] : []),
    ],
    keepPhoto: (sent) => keepPicture({ storage, redraw }, sent, asPhoto),
    keepPoster: (sent) => keepPicture({ storage, redraw }, sent, asPoster),
    keepScreenshot: (sent) => keepPicture({ storage, redraw }, sent, asScreenshot),
    async startClipFile(tx, ownerId, file, now) {
      const started = await startUpload(tx, 'clip', ownerId, file, space, now);
      return isRefusal(started) ? started : started.id;
    },
    compareSound: compareSound({ db, storage, locate }),
    readPicture: (storageKey) => storage.read(storageKey, 'file'),
  };
}

/**
 * Returns this person's ready source video and locks it, so that it can't be discarded before the transaction
 * ends.
 */
export async function readySource(
  tx: Tx,
  ownerId: AccountId,
  mediaId: string,
): Promise<{ durationMs: bigint | null } | null> {
  const row = await tx
    .selectFrom('media_files')
    .select('duration_ms as durationMs')
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'source')
    .where('state', '=', 'ready')
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}
