import { actBy, writeAudit } from '#server/infra/audit.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { EndpointAct, EndpointsDeps } from '../endpoints-deps.ts';
import { takenOnce } from '../keep-endpoint.ts';
import { ON } from '../switch.ts';
import { discordAddress } from './address.ts';

type Refused = 'not_found' | 'invalid_input' | 'webhook_endpoint_exists';

/** Changes name, kinds and optionally the address. Waiting and failed deliveries are sent to the new address. */
export async function changeDiscordWebhook(
  { db, sealer, discord }: EndpointsDeps,
  { endpointId, ownerId, userId, now }: EndpointAct,
  { name, url, kinds }: { name: string; url: string | null; kinds: readonly string[] },
): Promise<Outcome<null, Refused>> {
  if (!discord) return refuse('not_found');
  const changed = transact(db, async (tx) => {
    const own = await tx
      .updateTable('webhook_endpoints')
      .set({ name, kinds: [...new Set(kinds)] })
      .where('id', '=', endpointId)
      .where('owner_id', '=', ownerId)
      .where('format', '=', 'discord')
      .returning('id')
      .executeTakeFirst();
    if (!own) return refuse('not_found');
    if (url !== null) {
      const address = discordAddress(url, discord);
      if (isRefusal(address)) return address;
      await tx
        .updateTable('webhook_endpoints')
        .set({ url: address.url, secret_sealed: sealer.seal(address.token) })
        .where('id', '=', endpointId)
        .execute();
      await tx
        .updateTable('webhook_endpoints')
        .set(ON)
        .where('id', '=', endpointId)
        .where('disabled_reason', 'in', ['gone', 'failing'])
        .execute();
    }
    const act = actBy('host', userId, now);
    await writeAudit(tx, act, 'webhook_endpoint.changed', 'webhook_endpoint', endpointId);
    return null;
  });
  return await takenOnce(changed);
}
