import { z } from 'zod';
import { PASSWORD_MAX } from './limits.ts';
import { route } from './route.ts';

/** Six digits as an authenticator app shows them, spaces allowed. */
export const secondFactorCode = z.string().max(20);

export const secondFactorRoutes = {
  secondFactor: route('GET /api/admin/second-factor', {
    access: 'admin',
    withoutSecondFactor: true,
    summary: 'Whether the own sign-in asks for a code as well',
    reply: z.object({ on: z.boolean() }),
  }),
  startSecondFactor: route('POST /api/admin/second-factor', {
    access: 'admin',
    recentLogin: true,
    withoutSecondFactor: true,
    summary: 'A new secret for an authenticator app; nothing changes until a code confirms it',
    reply: z.object({
      /** Base32, to type in by hand. */
      secret: z.string(),
      /** otpauth://totp/…, as a QR code holds it. */
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
    summary: 'Confirm your identity again, before what moves money',
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
