import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { failureNotice } from './notices.ts';
import { consequenceOf, memberRoleOf, notBefore, pauseMs } from './rules.ts';

interface FailingEndpoint {
  id: string;
  owner_id: string;
  url: string;
  name: string | null;
  state: string;
  consecutive_failures: number;
  paused_until: Date | null;
}

interface Failure {
  /** The receiver says that nobody is there any more. */
  isGone: boolean;
  /** How long the receiver asks not to be asked. */
  askedMs: number;
  begunAt: Date;
  now: Date;
}

/**
 * Counts a failure of an endpoint that is locked, leaves it alone for a while, warns its owner and switches it off at last.
 * Attempts that ran at the same time count once: they tell of the same moment.
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
    .selectFrom('users')
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
