/** What an API key may be allowed, each for one noun and one way of use. */
export const apiScopes = [
  'listings:read',
  'listings:write',
  'submissions:read',
  'submissions:write',
  'submissions:decide',
  'statistics:read',
  'money:read',
] as const;
export type ApiScope = (typeof apiScopes)[number];
