import { z } from 'zod';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { route } from '#contract/wire/route.ts';

/** Six digits of an authenticator app, or a backup code; spaces are allowed. */
export const secondFactorCode = z.string().max(20);

/** Codes that each work once without the app. They are shown only in this reply. */
const backupCodes = z.object({ backupCodes: z.array(z.string()) });

export const secondFactorRoutes = {
  secondFactor: route('GET /api/auth/second-factor', {
    access: 'session',
    withoutSecondFactor: true,
    summary: 'Whether sign-in also asks for a code',
    reply: z.object({ on: z.boolean(), backupCodesLeft: z.int() }),
  }),
  startSecondFactor: route('POST /api/auth/second-factor', {
    access: 'session',
    recentLogin: true,
    withoutSecondFactor: true,
    changesAccount: true,
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
  confirmSecondFactor: route('POST /api/auth/second-factor/confirm', {
    access: 'session',
    withoutSecondFactor: true,
    changesAccount: true,
    summary: 'Turn two-step sign-in on with the first code of the app',
    body: z.object({ code: secondFactorCode }),
    reply: backupCodes,
    errors: ['second_factor_wrong', 'second_factor_on', 'not_found'],
    perMinute: 10,
  }),
  removeSecondFactor: route('POST /api/auth/second-factor/remove', {
    access: 'session',
    recentLogin: true,
    changesAccount: true,
    summary: 'Turn two-step sign-in off with a code of the app',
    body: z.object({ code: secondFactorCode }),
    errors: ['second_factor_required', 'second_factor_wrong', 'second_factor_locked', 'not_found'],
    perMinute: 10,
  }),
  renewBackupCodes: route('POST /api/auth/second-factor/backup-codes', {
    access: 'session',
    recentLogin: true,
    changesAccount: true,
    summary: 'Replace the backup codes; needs a code of the app or a backup code',
    body: z.object({ code: secondFactorCode }),
    reply: backupCodes,
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
