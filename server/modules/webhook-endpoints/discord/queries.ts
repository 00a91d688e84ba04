import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { DiscordWebhook } from '#contract/webhook-endpoints/discord-webhooks.ts';
import type { Database } from '#server/infra/transaction.ts';

export async function listDiscordWebhooks(
  db: Database,
  ownerId: AccountId,
  now: Date,
): Promise<DiscordWebhook[]> {
  const { rows } = await sql<DiscordWebhook>`
    select id, name, kinds, state, disabled_reason as "disabledReason", consecutive_failures as "consecutiveFailures",
      case when paused_until > ${now} then paused_until end as "pausedUntil", created_at as "createdAt"
    from webhook_endpoints where owner_id = ${ownerId} and format = 'discord' order by created_at, id`.execute(
    db,
  );
  return rows;
}
