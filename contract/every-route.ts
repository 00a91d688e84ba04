import { adminRoutes } from './admin-routes.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { discordRoutes } from './discord.ts';
import { discordWebhookRoutes } from './discord-webhooks.ts';
import { followRoutes } from './follows.ts';
import { listingPinRoutes } from './listing-pins.ts';
import { mailAddressRoutes } from './mail-addresses.ts';
import { notificationRoutes } from './notifications.ts';
import { pushSubscriptionRoutes } from './push-subscriptions.ts';
import { routes } from './routes.ts';
import { studioRoutes } from './studio.ts';
import { transcriptRoutes } from './transcripts.ts';
import { verifiedRecordRoutes } from './verified-records.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** Every call between web and server, by name. The server registers them, and the OpenAPI document lists them. */
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
  ...studioRoutes,
  ...transcriptRoutes,
  ...verifiedRecordRoutes,
  ...webhookEndpointRoutes,
  ...adminRoutes,
};
