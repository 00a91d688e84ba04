import type { Tx } from '#server/infra/transaction.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';

/** Notifies a clip's clipper about its views, with a link to the clip. */
export async function notifyClipper(
  tx: Tx,
  submissionId: string,
  now: Date,
  message: Pick<Notice, 'kind' | 'title' | 'body'>,
): Promise<void> {
  const { clipper_id } = await tx
    .selectFrom('submissions')
    .select('clipper_id')
    .where('id', '=', submissionId)
    .executeTakeFirstOrThrow();
  await notify(tx, { accountId: clipper_id, ...message, link: `/clips/${submissionId}` }, now);
}

interface ForBoth {
  /** Kind of the clipper's notice. The host's notice has the same kind with "_for_host". */
  kind: 'fraud_hold.escalated' | 'fraud_hold.released' | 'appeal.escalated';
  title: string;
  toClipper: string;
  /** Text for the host that completes the sentence "A clip for “…”:". */
  toHost: string;
}

/** Notifies clipper and host, each with their own text, about views that concern the host's budget too. */
export async function notifyParticipants(
  tx: Tx,
  submissionId: string,
  now: Date,
  { kind, title, toClipper, toHost }: ForBoth,
): Promise<void> {
  const clip = await tx
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select(['s.clipper_id', 'l.host_id', 'l.title'])
    .where('s.id', '=', submissionId)
    .executeTakeFirstOrThrow();
  const notices: Notice[] = [
    { accountId: clip.clipper_id, kind, title, body: toClipper, link: `/clips/${submissionId}` },
    {
      accountId: clip.host_id,
      kind: `${kind}_for_host`,
      title,
      body: `A clip for “${clip.title}”: ${toHost}`,
      link: `/clips/${submissionId}`,
    },
  ];
  await notify(tx, notices, now);
}
