import { connectedBy } from '#contract/platforms/platforms.ts';
import { ConnectedPlatforms } from '#web/features/connections/connected-platforms.tsx';
import { DiscordAccount } from '#web/features/discord/discord-account.tsx';
import { BlockedClippers } from '#web/features/submissions/blocks/blocked-clippers.tsx';
import { DiscordChannels } from '#web/features/webhook-endpoints/discord/discord-channels.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { Developers, OwnProfile, Preferences, Privacy, Security } from '../settings/shared-sections.tsx';

export const SettingsPage = () => (
  <SettingsLayout
    whose="host"
    sections={{
      profile: <OwnProfile hides="Hides what your listings paid to clippers." />,
      accounts: <Accounts />,
      notifications: (
        <>
          <Preferences whose="host" />
          <DiscordChannels />
        </>
      ),
      security: <Security />,
      developers: <Developers whose="host" />,
      privacy: (
        <Privacy>
          <BlockedClippers />
        </Privacy>
      ),
    }}
  />
);

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
