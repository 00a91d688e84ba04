import type { Secrets } from '#server/infra/secrets.ts';
import type { PushDeps } from './push/push-deps.ts';

export interface NotificationsDeps extends PushDeps {
  secrets: Secrets;
  /** Opens /webhooks/mail-reports; null: it is closed. */
  mailReportsToken: string | null;
}
