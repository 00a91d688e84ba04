import { ConfigError } from './config-error.ts';

/** The variables of TikTok's app for Business accounts, a second app besides the one that reads views. */
export const tiktokBusinessPair: ['TIKTOK_BUSINESS_APP_ID', 'TIKTOK_BUSINESS_SECRET'] = [
  'TIKTOK_BUSINESS_APP_ID',
  'TIKTOK_BUSINESS_SECRET',
];

type Named = 'TIKTOK_BUSINESS_APP_ID' | 'TIKTOK_CLIENT_KEY' | 'TIKTOK_AUTH_BASE' | 'APP_URL';

/**
 * Requires an https address without a port, because TikTok registers no other address for such an app
 * (business-api.tiktok.com/portal/docs?id=1738083939371009).
 * @throws ConfigError
 */
export function checkTiktokBusiness(values: { [Name in Named]?: string | undefined }): void {
  if (!values.TIKTOK_BUSINESS_APP_ID) return;
  if (!values.TIKTOK_CLIENT_KEY)
    throw new ConfigError(
      'TIKTOK_BUSINESS_APP_ID is set without TIKTOK_CLIENT_KEY, with which accounts are connected; set both or remove it.',
    );
  const { protocol, port } = new URL(values.APP_URL ?? 'http://localhost');
  if (!values.TIKTOK_AUTH_BASE && (protocol !== 'https:' || port !== ''))
    throw new ConfigError(
      'APP_URL must be https and have no port where TIKTOK_BUSINESS_APP_ID is set, because TikTok sends people back to no other address.',
    );
}
