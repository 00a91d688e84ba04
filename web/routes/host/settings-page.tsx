import { connectedBy } from '#contract/platforms/platforms.ts';
import { DangerZone } from '#web/features/accounts/danger-zone.tsx';
import { deviceName } from '#web/features/accounts/device-name.ts';
import { ExportData } from '#web/features/accounts/export-data.tsx';
import { MailTrouble } from '#web/features/accounts/mail-trouble.tsx';
import { PasswordForm } from '#web/features/accounts/password-form.tsx';
import { ProfileForm } from '#web/features/accounts/profile-form.tsx';
import { SecondFactor } from '#web/features/accounts/second-factor.tsx';
import { useInside } from '#web/features/accounts/session.ts';
import { SessionList } from '#web/features/accounts/session-list.tsx';
import { ApiKeys } from '#web/features/api-keys/api-keys.tsx';
import { ConnectedPlatforms } from '#web/features/connections/connected-platforms.tsx';
import { DiscordAccount } from '#web/features/discord/discord-account.tsx';
import { NotificationPreferences } from '#web/features/notifications/notification-preferences.tsx';
import { ThisBrowser } from '#web/features/notifications/this-browser.tsx';
import { PhotoField } from '#web/features/profiles/photo-field.tsx';
import { VisibilityField } from '#web/features/profiles/visibility-field.tsx';
import { BlockedClippers } from '#web/features/submissions/blocks/blocked-clippers.tsx';
import { DiscordChannels } from '#web/features/webhook-endpoints/discord/discord-channels.tsx';
import { WebhookEndpoints } from '#web/features/webhook-endpoints/webhook-endpoints.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';

export const SettingsPage = () => (
  <SettingsLayout
    whose="host"
    sections={{
      profile: <Profile />,
      accounts: <Accounts />,
      notifications: <Notifications />,
      security: <Security />,
      developers: <Developers />,
      privacy: <Privacy />,
    }}
  />
);

function Profile() {
  const { user } = useInside();
  return (
    <ProfileForm
      key={user.id}
      user={user}
      photo={<PhotoField username={user.username} avatarUrl={user.avatarUrl} />}
      visibility={<VisibilityField hint="Hides what your listings paid to clippers." />}
    />
  );
}

const Accounts = () => (
  <>
    <ConnectedPlatforms
      title="Connected Platforms"
      reason="One connected channel makes you a verified creator. Only verified creators may post."
      afterwards="Your listings go on. You can post new ones while another account is connected."
      platforms={connectedBy('host')}
    />
    <DiscordAccount />
  </>
);

const Notifications = () => (
  <>
    <NotificationPreferences
      whose="host"
      mailTrouble={<MailTrouble />}
      here={<ThisBrowser deviceName={deviceName} />}
    />
    <DiscordChannels />
  </>
);

const Security = () => (
  <>
    <PasswordForm />
    <SecondFactor />
    <SessionList />
  </>
);

const Developers = () => (
  <>
    <div id="api-keys" className="scroll-mt-18">
      <ApiKeys whose="host" />
    </div>
    <div id="webhooks" className="scroll-mt-18">
      <WebhookEndpoints whose="host" />
    </div>
  </>
);

function Privacy() {
  const { user } = useInside();
  return (
    <>
      <BlockedClippers />
      <ExportData />
      <DangerZone user={user} />
    </>
  );
}
