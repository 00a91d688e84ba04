import { adminRoutes } from './admin-routes.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { routes } from './routes.ts';
import { studioRoutes } from './studio.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** Every call between web and server, by name: what the server registers, and OpenAPI says. */
export const everyRoute = {
  ...routes,
  ...apiKeyRoutes,
  ...studioRoutes,
  ...webhookEndpointRoutes,
  ...adminRoutes,
};
