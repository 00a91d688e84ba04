import { adminRoutes } from './admin/admin-routes.ts';
import { apiKeyRoutes } from './api-keys/api-keys.ts';
import { discordRoutes } from './discord.ts';
import { followRoutes } from './follows.ts';
import { listingPinRoutes } from './listings/listing-pins.ts';
import { mailAddressRoutes } from './mail-addresses.ts';
import { chatRoutes } from './media/chats.ts';
import { transcriptRoutes } from './media/transcripts.ts';
import { notificationRoutes } from './notifications/notifications.ts';
import { pushSubscriptionRoutes } from './notifications/push-subscriptions.ts';
import { routes } from './routes.ts';
import { studioRoutes } from './studio.ts';
import { studioListRoutes } from './studio-lists.ts';
import { verifiedRecordRoutes } from './verified-records.ts';
import { discordWebhookRoutes } from './webhook-endpoints/discord-webhooks.ts';
import { webhookEndpointRoutes } from './webhook-endpoints/webhook-endpoints.ts';

/**
 * All calls between web and server, by name. The server registers each of them, and the OpenAPI document
 * lists them.
 */
export const everyRoute = {
  ...routes,
  ...apiKeyRoutes,
  ...discordRoutes,
  ...discordWebhookRoutes,
  ...followRoutes,
  ...listingPinRoutes,
  ...mailAddressRoutes,
  ...notificationRoutes,
  ...pushSubscriptionRoutes,
  ...studioListRoutes,
  ...studioRoutes,
  ...transcriptRoutes,
  ...verifiedRecordRoutes,
  ...webhookEndpointRoutes,
  ...chatRoutes,
  ...adminRoutes,
};
