import { isDatabaseUnavailable } from './database-unavailable.ts';
import { sqlState } from './transaction.ts';
import { TimeoutError } from './with-timeout.ts';

/**
 * Why a read that the replica could have answered was made on the primary; the message is for operators,
 * without a full stop.
 */
export class ReplicaUnusable extends Error {
  readonly reason: 'behind' | 'unreachable' | 'unfit';
  constructor(reason: ReplicaUnusable['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * SQLSTATEs with which a replica cancels a read because its rows were removed on the primary meanwhile.
 * https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
 */
const CONFLICTS = new Set(['40001', '40P01']);

/**
 * Returns the replica's failure if the primary can answer the read instead; null if the read would fail there
 * too.
 */
export function failureOf(error: unknown): ReplicaUnusable | null {
  if (error instanceof ReplicaUnusable) return error;
  if (error instanceof TimeoutError || isDatabaseUnavailable(error))
    return new ReplicaUnusable('unreachable', 'the replica does not answer');
  if (CONFLICTS.has(sqlState(error) ?? ''))
    return new ReplicaUnusable('behind', 'the replica ended a read to keep up with the primary');
  return null;
}
