import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

export type DisputeState = 'disputed' | 'charged_back' | 'confirmed';

/**
 * Notifies all clippers who earn from this host about the consequences of a dispute. Notifies once, even if
 * several of the host's payments are disputed.
 */
export async function notifyClippers(
  tx: Tx,
  { hostId, depositId }: { hostId: AccountId; depositId: string },
  state: DisputeState,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ clipper_id: AccountId; username: string | null }>`
    select distinct e.clipper_id, p.username
    from clip_earnings e join listings l on l.id = e.listing_id left join profiles p on p.user_id = l.host_id
    where l.host_id = ${hostId}
      and (e.state in ('accruing', 'appealed')
        or exists (select from accruals a where a.submission_id = e.submission_id and a.state = 'pending'))
      and not exists (select from deposits d
        where d.host_id = ${hostId} and d.id <> ${depositId} and d.state = 'disputed')
    order by e.clipper_id`.execute(tx);
  const notices = rows.map(({ clipper_id, username }) => ({
    accountId: clipper_id,
    kind: `deposit.clips_${state}` as const,
    link: '/clipper/earnings',
    ...MESSAGES[state](username ? `@${username}` : 'a host'),
  }));
  await notify(tx, notices, now);
}

const MESSAGES: Record<DisputeState, (host: string) => { title: string; body: string }> = {
  disputed: (host) => ({
    title: 'Earnings set aside',
    body: `A bank is reviewing a payment of ${host}. We set aside what your clips for this host earn until it decides. What is already available stays yours.`,
  }),
  charged_back: (host) => ({
    title: 'A payment was taken back',
    body: `The bank took a payment of ${host} back. Your clips get what is left of the money set aside for them. What is already available stays yours.`,
  }),
  confirmed: (host) => ({
    title: 'Earnings continue',
    body: `The bank did not take back the payment of ${host}. What we set aside for your clips is paid as usual.`,
  }),
};
