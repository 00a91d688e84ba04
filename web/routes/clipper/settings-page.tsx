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
import { Following } from '#web/features/follows/following.tsx';
import { NotificationPreferences } from '#web/features/notifications/notification-preferences.tsx';
import { ThisBrowser } from '#web/features/notifications/this-browser.tsx';
import { PayoutInformation } from '#web/features/payouts/payout-information.tsx';
import { PhotoField } from '#web/features/profiles/photo-field.tsx';
import { VisibilityField } from '#web/features/profiles/visibility-field.tsx';
import { SharedRecords } from '#web/features/verified-records/shared-records.tsx';
import { WebhookEndpoints } from '#web/features/webhook-endpoints/webhook-endpoints.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';

export const SettingsPage = () => (
  <SettingsLayout
    whose="clipper"
    sections={{
      profile: <Profile />,
      accounts: <Accounts />,
      payouts: <Payouts />,
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
    <>
      <ProfileForm
        key={user.id}
        user={user}
        photo={<PhotoField username={user.username} avatarUrl={user.avatarUrl} />}
        visibility={<VisibilityField hint="Hides your total earnings and your top clips." />}
      />
      <SharedRecords />
    </>
  );
}

const Accounts = () => (
  <>
    <ConnectedPlatforms
      title="Connected Socials"
      reason="They show which posts are yours. Permille reads their views where the platform allows it, otherwise from your screenshots, and never posts for you."
      afterwards="Clips posted from it stop being counted at their last view count, until you connect the account again."
      platforms={connectedBy('clipper')}
    />
    <DiscordAccount />
  </>
);

function Payouts() {
  const { user } = useInside();
  return <PayoutInformation hasPassword={user.hasPassword || user.isDemo} />;
}

const Notifications = () => (
  <>
    <NotificationPreferences
      whose="clipper"
      mailTrouble={<MailTrouble />}
      here={<ThisBrowser deviceName={deviceName} />}
    />
    <div id="following" className="scroll-mt-18">
      <Following />
    </div>
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
      <ApiKeys whose="clipper" />
    </div>
    <div id="webhooks" className="scroll-mt-18">
      <WebhookEndpoints whose="clipper" />
    </div>
  </>
);

function Privacy() {
  const { user } = useInside();
  return (
    <>
      <ExportData />
      <DangerZone user={user} />
    </>
  );
}
