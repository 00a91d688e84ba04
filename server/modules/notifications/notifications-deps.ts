import type { Secrets } from '#server/infra/secrets.ts';
import type { PushDeps } from './push/push-deps.ts';

export interface NotificationsDeps extends PushDeps {
  secrets: Secrets;
  /** Token that /webhooks/mail-reports requires; null: the route does not exist. */
  mailReportsToken: string | null;
}
