import { soleSecret } from '#server/infra/secrets.ts';
import { createMailLinks } from '#server/modules/notifications/notifications.ts';
import { TEST_APP_URL, TEST_SECRET } from './actor.ts';

/** The dependencies of notification mails except the database. */
export const testMails = {
  appUrl: TEST_APP_URL,
  unsubscribeUrl: createMailLinks({ appUrl: TEST_APP_URL, secrets: soleSecret(TEST_SECRET) }).unsubscribeUrl,
};
