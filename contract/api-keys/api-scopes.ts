/** Scopes of API keys: each is one noun and one kind of access. */
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
