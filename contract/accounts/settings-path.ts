import type { MemberRole } from './accounts.ts';

/** The sections of the settings of each role, in the order of the page's navigation. */
export const settingsSections = {
  host: ['profile', 'accounts', 'notifications', 'security', 'developers', 'privacy'],
  clipper: ['profile', 'accounts', 'payouts', 'notifications', 'security', 'developers', 'privacy'],
} as const satisfies Record<MemberRole, readonly string[]>;

export type SettingsSection = (typeof settingsSections)[MemberRole][number];

/** Returns the address of a section of the settings. The profile has the address of the settings. */
export const settingsPath = (role: string | null, section: SettingsSection = 'profile', part = ''): string =>
  `/${role}/settings${section === 'profile' ? '' : `/${section}`}${part && `#${part}`}`;

/**
 * The sections of parts that one long page showed before. Mails and notifications of earlier releases link to
 * `/clipper/settings#payouts` and the like.
 */
export const formerSettingsParts: Readonly<Record<string, SettingsSection>> = {
  accounts: 'accounts',
  'discord-account': 'accounts',
  payouts: 'payouts',
  notifications: 'notifications',
  following: 'notifications',
  discord: 'notifications',
  'api-keys': 'developers',
  webhooks: 'developers',
};
