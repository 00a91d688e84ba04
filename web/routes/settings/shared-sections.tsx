import type { ReactNode } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { DangerZone } from '#web/features/accounts/danger-zone.tsx';
import { deviceName } from '#web/features/accounts/device-name.ts';
import { ExportData } from '#web/features/accounts/export-data.tsx';
import { MailTrouble } from '#web/features/accounts/mail-trouble.tsx';
import { Passkeys } from '#web/features/accounts/passkeys.tsx';
import { PasswordForm } from '#web/features/accounts/password-form.tsx';
import { ProfileForm } from '#web/features/accounts/profile-form.tsx';
import { SecondFactor } from '#web/features/accounts/second-factor.tsx';
import { useInside } from '#web/features/accounts/session.ts';
import { SessionList } from '#web/features/accounts/session-list.tsx';
import { ApiKeys } from '#web/features/api-keys/api-keys.tsx';
import { NotificationPreferences } from '#web/features/notifications/notification-preferences.tsx';
import { ThisBrowser } from '#web/features/notifications/this-browser.tsx';
import { PhotoField } from '#web/features/profiles/photo-field.tsx';
import { VisibilityField } from '#web/features/profiles/visibility-field.tsx';
import { WebhookEndpoints } from '#web/features/webhook-endpoints/webhook-endpoints.tsx';

// Parts of the settings that hosts and clippers share.

/** `hides` says what a profile without earnings does not show. */
export function OwnProfile({ hides }: { hides: string }) {
  const { user } = useInside();
  return (
    <ProfileForm
      key={user.id}
      user={user}
      photo={<PhotoField username={user.username} avatarUrl={user.avatarUrl} />}
      visibility={<VisibilityField hint={hides} />}
    />
  );
}

export const Preferences = ({ whose }: { whose: MemberRole }) => (
  <NotificationPreferences
    whose={whose}
    mailTrouble={<MailTrouble />}
    here={<ThisBrowser deviceName={deviceName} />}
  />
);

export const Security = () => (
  <>
    <PasswordForm />
    <Passkeys />
    <SecondFactor />
    <SessionList />
  </>
);

export const Developers = ({ whose }: { whose: MemberRole }) => (
  <>
    <div id="api-keys" className="scroll-mt-18">
      <ApiKeys whose={whose} />
    </div>
    <div id="webhooks" className="scroll-mt-18">
      <WebhookEndpoints whose={whose} />
    </div>
  </>
);

/** Shows `children` above the copy of the data and the end of the account. */
export function Privacy({ children }: { children?: ReactNode }) {
  const { user } = useInside();
  return (
    <>
      {children}
      <ExportData />
      <DangerZone user={user} />
    </>
  );
}
