import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { consequenceOf, notBefore, pauseMs } from './rules.ts';

interface FailingEndpoint {
  id: string;
  owner_id: string;
  url: string;
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
  const title = consequence === 'off' ? 'A webhook endpoint was turned off' : 'A webhook endpoint fails';
  const kind = consequence === 'off' ? 'webhook.turned_off' : 'webhook.failing';
  const link = `/${await roleOf(tx, endpoint.owner_id)}/settings#webhooks`;
  const body = bodyOf(
    hostOfUrl(endpoint.url),
    failures,
    consequence === 'off' ? (isGone ? 'gone' : 'failing') : null,
  );
  await notify(tx, { userId: endpoint.owner_id, kind, title, body, link }, now);
}

/** Not the whole address, which may hold a secret and would stand in a mail. */
const hostOfUrl = (url: string): string => new URL(url).host;

function bodyOf(host: string, failures: number, off: 'gone' | 'failing' | null): string {
  if (off === 'gone')
    return `${host} answered that nobody is there any more (410), so nothing is sent to it. You can turn it on again in Settings.`;
  if (off === 'failing')
    return `The last ${failures} attempts to send events to ${host} failed, so nothing is sent to it any more. You can turn it on again in Settings.`;
  return `The last ${failures} attempts to send events to ${host} failed. They go on; after 20 the endpoint is turned off. The log in Settings says what went wrong.`;
}

async function roleOf(tx: Tx, userId: string): Promise<string> {
  const { role } = await tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return role ?? 'host';
}
