import { writeAudit } from '#server/infra/audit.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { compareFigures } from './figures.ts';
import { nextWaiting, oldestWaiting, type UnreadAttestation } from './queries.ts';
import type { ReadText } from './read-text.ts';

const TEXT_MAX = 4_000;

export interface AttestationReader {
  db: Database;
  readText: ReadText;
  /** The bytes of a kept picture. */
  readPicture: (storageKey: string) => Promise<Buffer>;
}

/** Reads the screenshots that came in, one at a time: each takes a processor for seconds. */
export function readScreenshotsJob({ db, readText, readPicture }: AttestationReader): Job {
  return {
    name: 'attestations.read',
    async run(now, signal) {
      while (!signal?.aborted) {
        const attestation = await nextWaiting(db, now);
        if (!attestation) return;
        // A picture that is lost must not stand in the way of everybody else's.
        const picture = await readPicture(attestation.storageKey).catch(() => null);
        const text = picture && (await readText(picture));
        await record(db, attestation, { text, isLost: picture === null }, now);
      }
    },
    nextDueAt: () => oldestWaiting(db),
  };
}

/** What was read, unless another process or a newer screenshot came first. */
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
    await writeAudit(tx, {
      at: now,
      actorId: null,
      actorKind: 'system',
      action: 'submission.attestation_read',
      subjectType: 'submission',
      subjectId: attestation.submissionId,
      data: {
        attestationId: attestation.id,
        state,
        readViews,
        reportedViews: attestation.reportedViews,
        ...(isLost && { reason: 'The picture could not be opened.' }),
      },
    });
  });
}
