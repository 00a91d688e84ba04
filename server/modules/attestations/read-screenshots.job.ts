import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { compareFigures } from './figures.ts';
import { nextWaiting, oldestWaiting, type UnreadAttestation } from './queries.ts';
import type { ReadText } from './read-text.ts';

const TEXT_MAX = 4_000;

export interface AttestationReader {
  db: Database;
  readText: ReadText;
  /** Returns the bytes of a stored picture. */
  readPicture: (storageKey: string) => Promise<Buffer>;
}

/** Reads waiting screenshots one at a time, because each takes seconds of processor time. */
export function readScreenshotsJob({ db, readText, readPicture }: AttestationReader): Job {
  return {
    name: 'attestations.read',
    async run(now, signal) {
      while (!signal?.aborted) {
        const attestation = await nextWaiting(db, now);
        if (!attestation) return;
        // A missing file must not block the queue.
        const picture = await readPicture(attestation.storageKey).catch(() => null);
        const text = picture && (await readText(picture));
        await record(db, attestation, { text, isLost: picture === null }, now);
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => oldestWaiting,
  };
}

/**
 * Stores the result of reading, unless another process already did or a newer screenshot replaced this one.
 */
async function record(
  db: Database,
  attestation: UnreadAttestation,
  { text, isLost }: { text: string | null; isLost: boolean },
  now: Date,
): Promise<void> {
  const readText = text?.replaceAll('\0', '').toWellFormed().trim().slice(0, TEXT_MAX) ?? null;
  const { state, readViews } = compareFigures(readText ?? '', attestation.reportedViews);
  await transact(db, async (tx) => {
    const read = await tx
      .updateTable('view_attestations')
      .set({
        state,
        read_views: readViews === null ? null : BigInt(readViews),
        read_text: readText,
        read_at: now,
      })
      .where('id', '=', attestation.id)
      .where('state', '=', 'waiting')
      .where('replaced_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!read) return;
    await writeAudit(
      tx,
      bySystem(now),
      'submission.attestation_read',
      'submission',
      attestation.submissionId,
      {
        attestationId: attestation.id,
        state,
        readViews,
        reportedViews: attestation.reportedViews,
        ...(isLost && { reason: 'The picture could not be opened.' }),
      },
    );
  });
}
