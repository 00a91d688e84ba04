import type { Secrets } from '#server/infra/secrets.ts';
import type { PushDeps } from './push/push-deps.ts';

export interface NotificationsDeps extends PushDeps {
  secrets: Secrets;
  /** Enables /webhooks/mail-reports; null: the route does not exist. */
  mailReportsToken: string | null;
}
