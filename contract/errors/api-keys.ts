export const apiKeyErrors = {
  api_key_required: {
    status: 401,
    title: 'No API key',
    detail: 'Send an API key as “Authorization: Bearer pm_…”. You make keys under Settings, Developers.',
  },
  api_key_invalid: {
    status: 401,
    title: 'Unknown API key',
    detail: 'Check the key: it is mistyped, revoked or expired, or its account is closed.',
  },
  api_key_not_here: {
    status: 403,
    title: 'Not by API key',
    detail: 'API keys work at addresses under /api/v1 only. Everything else needs a signed-in person.',
  },
  credentials_mixed: {
    status: 400,
    title: 'Two credentials',
    detail: 'The request carries an API key and the cookie of a session. Send only the key.',
  },
  scope_missing: {
    status: 403,
    title: 'Scope missing',
    detail: 'This API key does not have the scope that the call needs. Make a key that has it.',
  },
  api_keys_full: {
    status: 409,
    title: 'Too many API keys',
    detail: 'An account has up to 10 API keys. Revoke one that you no longer use.',
  },
} as const;
