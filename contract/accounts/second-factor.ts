import { z } from 'zod';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { route } from '#contract/wire/route.ts';

/** Six digits of an authenticator app; spaces are allowed. */
export const secondFactorCode = z.string().max(20);

export const secondFactorRoutes = {
  secondFactor: route('GET /api/admin/second-factor', {
    access: 'admin',
    withoutSecondFactor: true,
    summary: 'Whether sign-in also asks for a code',
    reply: z.object({ on: z.boolean() }),
  }),
  startSecondFactor: route('POST /api/admin/second-factor', {
    access: 'admin',
    recentLogin: true,
    withoutSecondFactor: true,
    summary: 'Create a secret for an authenticator app; nothing changes until a code confirms it',
    reply: z.object({
      /** The secret in Base32, for typing it into the authenticator app. */
      secret: z.string(),
      /** otpauth://totp/…, the content of the QR code. */
      uri: z.string(),
    }),
    errors: ['second_factor_on'],
    perMinute: 10,
  }),
  confirmSecondFactor: route('POST /api/admin/second-factor/confirm', {
    access: 'admin',
    withoutSecondFactor: true,
    summary: 'Turn two-step sign-in on with the first code of the app',
    body: z.object({ code: secondFactorCode }),
    errors: ['second_factor_wrong', 'second_factor_on', 'not_found'],
    perMinute: 10,
  }),
  removeSecondFactor: route('POST /api/admin/second-factor/remove', {
    access: 'admin',
    recentLogin: true,
    summary: 'Turn two-step sign-in off with a code of the app',
    body: z.object({ code: secondFactorCode }),
    errors: ['second_factor_required', 'second_factor_wrong', 'second_factor_locked', 'not_found'],
    perMinute: 10,
  }),
  confirmIdentity: route('POST /api/auth/confirm', {
    access: 'session',
    withoutSecondFactor: true,
    summary: 'Confirm your identity again before money moves',
    body: z.object({ password: z.string().max(PASSWORD_MAX), code: secondFactorCode.optional() }),
    errors: [
      'login_failed',
      'second_factor_required',
      'second_factor_wrong',
      'second_factor_locked',
      'too_many_requests',
    ],
    perMinute: 10,
  }),
};
