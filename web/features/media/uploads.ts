import { UPLOADS_AT_ONCE_MAX } from '#contract/limits.ts';
import type { MediaFile } from '#contract/media/media.ts';
import { routes } from '#contract/routes.ts';
import { ApiError, asApiError, call } from '#web/api/client.ts';
import { refusalOfVideo } from '#web/nouns/video-refusal.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { fingerprintOf } from './fingerprint.ts';
import { holdUpload, isHeld, untilGivenBack } from './hold-upload.ts';
import { makePictures } from './make-pictures.ts';
import { otherFile } from './other-file.ts';
import { createUpload, sendUpload } from './send-upload.ts';
import { createRate, isSending, type Upload, type UploadFault, uploadOf } from './upload.ts';

/** The person's uploads. They are module state, so that they continue when the page changes. */
let uploads: readonly Upload[] = [];
let ownerId: string | null = null;
const listeners = new Set<() => void>();
const files = new Map<string, File>();
const sendings = new Map<string, ReturnType<typeof send>>();
/** Uploads that were stopped while this tab still has their lock. */
const stopping = new Map<string, Promise<void>>();

export const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const currentUploads = (): readonly Upload[] => uploads;
export const currentOwner = (): string | null => ownerId;

/**
 * Sets the person to whom the uploads belong. The next person in this tab can't see them, and they are not
 * sent for that person.
 */
export function keepFor(userId: string): void {
  if (ownerId === userId) return;
  const isFirst = ownerId === null;
  ownerId = userId;
  // Uploads that were started before the first owner was known belong to that owner.
  const kept = isFirst ? uploads : [];
  if (!isFirst) {
    for (const { id } of uploads) stop(id);
    files.clear();
  }
  setAll([...kept]);
}

function setAll(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
  warnOnLeaving(uploads.some(isSending));
}

let inPage: string | null = null;

/** The upload that the page itself shows; the tray omits it. */
export const uploadInPage = (): string | null => inPage;
export function showInPage(id: string | null): void {
  inPage = id;
  setAll([...uploads]);
}

const find = (id: string): Upload | undefined => uploads.find((upload) => upload.id === id);

function change(id: string, part: Partial<Upload>): void {
  if (find(id)) setAll(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
}

function add(upload: Upload): void {
  if (!find(upload.id)) setAll([...uploads, upload]);
}

function drop(id: string): void {
  files.delete(id);
  setAll(uploads.filter((upload) => upload.id !== id));
}

/**
 * Starts to upload a file. It becomes a source video, unless `create` is given. Resolves with the upload's id
 * when the server has reserved space.
 * @throws ApiError
 */
export async function startUpload(file: File, create = createUpload): Promise<string> {
  const fingerprint = await fingerprintOf(file);
  const id = await create(file, fingerprint);
  const lacksPictures = create === createUpload;
  const row = { id, fileName: file.name, sizeBytes: file.size, offsetBytes: 0, fingerprint, lacksPictures };
  const facts = {
    state: 'uploading',
    durationMs: null,
    width: null,
    height: null,
    format: null,
    refusal: null,
    undecodableSound: null,
  } as const;
  add({ ...uploadOf({ ...row, ...facts }), phase: 'waiting' });
  begin(id, file);
  return id;
}

/** Continues an upload that was started before this page was loaded, if `file` is its file. */
export async function chooseAgain(id: string, file: File): Promise<void> {
  const upload = find(id);
  if (!upload) return;
  const fault = await otherFile(upload, file);
  if (fault) return change(id, { fault });
  change(id, { phase: 'waiting', fault: null });
  begin(id, file);
}

function begin(id: string, file: File): void {
  files.set(id, file);
  takeTurns();
  if (find(id)?.lacksPictures) makePictures(id, file, () => find(id) !== undefined);
}

export function pauseUpload(id: string): void {
  change(id, { phase: 'paused', bytesPerSecond: null, isCut: false, fault: null });
  stop(id);
  takeTurns();
}

export function continueUpload(id: string): void {
  change(id, { phase: 'waiting', fault: null });
  takeTurns();
}

/** Cancels an upload for good; if the call fails, the server removes the bytes later. */
export async function cancelUpload(id: string): Promise<void> {
  const isOurs = sendings.has(id) || stopping.has(id);
  stop(id);
  if (!isOurs && (await isHeld(id))) return leaveToOtherTab(id);
  discard(id);
  takeTurns();
}

/** Hides a finished or refused upload. A finished one can still be used for a listing. */
export function dismissUpload(id: string): void {
  if (find(id)?.phase === 'ready') change(id, { phase: 'kept' });
  else drop(id);
}

/** Removes an upload that no listing uses. */
export function discard(id: string): void {
  drop(id);
  call(routes.discardUpload, { params: { id } }).catch(() => undefined);
}

function stop(id: string): void {
  const sending = sendings.get(id);
  if (!sending) return;
  sendings.delete(id);
  const stopped: Promise<void> = sending
    .then((one) => one.stop())
    .catch(() => undefined)
    .then(() => void (stopping.get(id) === stopped && stopping.delete(id)));
  stopping.set(id, stopped);
}

/** Starts waiting uploads, up to the maximum number of simultaneous uploads. */
function takeTurns(): void {
  for (const { id } of uploads.filter(({ phase }) => phase === 'waiting')) {
    const file = files.get(id);
    if (sendings.size >= UPLOADS_AT_ONCE_MAX || !file) return;
    change(id, { phase: 'sending' });
    const sending = send(id, file);
    sendings.set(id, sending);
    sending.catch((error) => {
      if (sendings.get(id) !== sending) return;
      over(id);
      change(id, { phase: 'paused', fault: faultOf(asApiError(error)) });
    });
  }
}

function over(id: string): void {
  sendings.delete(id);
  takeTurns();
}

async function send(id: string, file: File): Promise<{ stop(): void | Promise<void> }> {
  await stopping.get(id);
  const giveBack = await holdUpload(id);
  if (!giveBack) {
    over(id);
    change(id, { phase: 'paused', fault: sentElsewhere(file) });
    return { stop: () => undefined };
  }
  const rate = createRate();
  const sending = await sendUpload(id, file, {
    progress: (offsetBytes) => change(id, { offsetBytes, bytesPerSecond: rate(offsetBytes), isCut: false }),
    cut: () => change(id, { bytesPerSecond: null, isCut: true }),
    sent: () => {
      giveBack();
      change(id, { phase: 'checking', offsetBytes: file.size, bytesPerSecond: null });
      over(id);
      void awaitVerdict(id);
    },
    failed: (error) => {
      giveBack();
      over(id);
      if (error.problem.status === 404) return gone(id);
      change(id, { phase: 'paused', bytesPerSecond: null, isCut: false, fault: faultOf(error) });
    },
  }).catch((error) => {
    giveBack();
    throw error;
  });
  return {
    stop() {
      sending.stop();
      return giveBack();
    },
  };
}

const sentElsewhere = ({ name }: File): UploadFault => ({
  title: 'Sent in another tab',
  message: `${name} is being sent in another tab. Leave that tab open, or pause it there and continue here.`,
});

const faultOf = ({ title, message }: ApiError): UploadFault => ({ title, message });

function gone(id: string): void {
  const upload = find(id);
  if (!upload) return;
  drop(id);
  toast.error('Upload removed', `${upload.fileName} was removed. Upload it again if you need it.`, {
    id,
  });
}

const ASK_AGAIN_MS = 700;
/** States that are final. After a crash a server may report "uploading" for a minute. */
const VERDICTS = new Set(['ready', 'refused', 'erased']);

/** Waits until the server has checked a file. */
async function awaitVerdict(id: string): Promise<void> {
  while (find(id)) {
    const media = await call(routes.showUpload, { params: { id } }).catch((error) => asApiError(error));
    if (!find(id)) return;
    if (media instanceof ApiError && media.problem.status === 404) return gone(id);
    // The session has ended. When a person signs in, their uploads are listed again.
    if (media instanceof ApiError && media.problem.status === 401) return drop(id);
    if (!(media instanceof ApiError) && VERDICTS.has(media.state)) return settle(media);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

function settle(media: MediaFile): void {
  const { id, fileName } = media;
  files.delete(id);
  if (media.state === 'ready') {
    change(id, { phase: 'ready', media });
    toast.success('File Uploaded!', `${fileName} has been uploaded successfully.`, { id: 'upload' });
  } else {
    const fault = refusalOfVideo(media);
    change(id, { phase: 'refused', fault });
    toast.error(fault.title, `${fileName}: ${fault.message}`, { id: 'upload' });
  }
}

/** Adds the uploads that were started before this page was loaded and that no listing uses. */
export async function findUnused(): Promise<void> {
  const whose = ownerId;
  const { rows } = await call(routes.listUploads, {});
  if (ownerId !== whose) return;
  for (const row of rows) {
    if (find(row.id)) continue;
    add(uploadOf(row));
    if (row.state === 'checking') void awaitVerdict(row.id);
    else if (row.state === 'uploading' && (await isHeld(row.id))) leaveToOtherTab(row.id);
  }
}

/** Another tab sends the upload. Until that tab has finished, it can't be sent or canceled here. */
function leaveToOtherTab(id: string): void {
  change(id, { phase: 'elsewhere', fault: null });
  const lookAgain = async () => {
    await untilGivenBack(id);
    const { rows } = await call(routes.listUploads, {});
    if (find(id)?.phase !== 'elsewhere') return;
    const row = rows.find((one) => one.id === id);
    if (!row) return drop(id);
    change(id, uploadOf(row));
    if (row.state === 'checking') void awaitVerdict(id);
  };
  lookAgain().catch(() => change(id, { phase: 'absent' }));
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function warnOnLeaving(active: boolean): void {
  if (active) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
