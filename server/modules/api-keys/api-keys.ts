import type { Module } from '#server/http/module.ts';
import { registerApiKeyRoutes } from './routes.ts';

export { keyMadeMail, keyRotatedMail } from './mails.ts';
export { countKeys } from './queries.ts';
export { createReadKey } from './read-key.ts';
export { eraseKeys, revokeKeysOf } from './revoke-key.ts';

/** Creates the module of API keys, with which programs of hosts and clippers call /api/v1. */
export const createApiKeysModule = ({ appUrl }: { appUrl: string }): Module => ({
  name: 'api-keys',
  routes: (api) => registerApiKeyRoutes(api, { appUrl }),
});
