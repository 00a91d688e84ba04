import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { failureNotice } from './notices.ts';
import { consequenceOf, memberRoleOf, notBefore, pauseMs } from './rules.ts';

interface FailingEndpoint {
  id: string;
  owner_id: AccountId;
  url: string;
  name: string | null;
  state: string;
  consecutive_failures: number;
  paused_until: Date | null;
}

interface Failure {
  /** The receiver answered that the endpoint no longer exists. */
  isGone: boolean;
  /** Pause in milliseconds that the receiver asks for. */
  askedMs: number;
  begunAt: Date;
  now: Date;
}

/**
 * Counts a failure of a locked endpoint: pauses it, warns its owner and finally disables it. Attempts that ran at
 * the same time count as one failure, because they show the same outage.
 */
export async function noteFailure(tx: Tx, endpoint: FailingEndpoint, failure: Failure): Promise<void> {
  const { isGone, askedMs, begunAt, now } = failure;
  if (endpoint.state === 'disabled') return;
  const isCounted = endpoint.paused_until === null || endpoint.paused_until <= begunAt;
  if (!isCounted && !isGone) return;
  const failures = endpoint.consecutive_failures + 1;
  const consequence = isGone ? 'off' : consequenceOf(failures);
  await tx
    .updateTable('webhook_endpoints')
    .set({
      consecutive_failures: failures,
      paused_until: notBefore(now, pauseMs(failures), Math.min(askedMs, pauseMs(Number.POSITIVE_INFINITY))),
      ...(consequence === 'off' ? { state: 'disabled', disabled_reason: isGone ? 'gone' : 'failing' } : {}),
    })
    .where('id', '=', endpoint.id)
    .execute();
  if (consequence === 'none') return;
  const off = consequence === 'off' ? (isGone ? 'gone' : 'failing') : null;
  const { role } = await tx
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', endpoint.owner_id)
    .executeTakeFirstOrThrow();
  const owner = {
    ownerId: endpoint.owner_id,
    role: memberRoleOf(role) ?? 'host',
    url: endpoint.url,
    name: endpoint.name,
  };
  await notify(tx, failureNotice(owner, failures, off), now);
}
