import { connectedBy } from '#contract/platforms/platforms.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { ConnectedPlatforms } from '#web/features/connections/connected-platforms.tsx';
import { DiscordAccount } from '#web/features/discord/discord-account.tsx';
import { Following } from '#web/features/follows/following.tsx';
import { PayoutInformation } from '#web/features/payouts/payout-information.tsx';
import { SharedRecords } from '#web/features/verified-records/shared-records.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { Developers, OwnProfile, Preferences, Privacy, Security } from '../settings/shared-sections.tsx';

export const SettingsPage = () => (
  <SettingsLayout
    whose="clipper"
    sections={{
      profile: (
        <>
          <OwnProfile hides="Hides your total earnings and your top clips." />
          <SharedRecords />
        </>
      ),
      accounts: <Accounts />,
      payouts: <Payouts />,
      notifications: (
        <>
          <Preferences whose="clipper" />
          <div id="following" className="scroll-mt-18">
            <Following />
          </div>
        </>
      ),
      security: <Security />,
      developers: <Developers whose="clipper" />,
      privacy: <Privacy />,
    }}
  />
);

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
