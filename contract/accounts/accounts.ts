import { z } from 'zod';
import { PASSWORD_MAX, RETURN_MAX } from '#contract/limits.ts';
import { idParams, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { secondFactorCode } from './second-factor.ts';

export const roleSchema = z.enum(['host', 'clipper', 'admin']);
export type Role = z.infer<typeof roleSchema>;
export const memberRoleSchema = z.enum(['host', 'clipper']);
export type MemberRole = z.infer<typeof memberRoleSchema>;

/**
 * Emails and passwords are only trimmed and limited here. The server checks their format and minimum length,
 * in the specified order of errors.
 */
const email = z.string().trim().toLowerCase().max(254);
const password = z.string().max(PASSWORD_MAX);
/**
 * Consents of the sign-up form, stored with their time. No account is created without `acceptTerms`;
 * `confirmAdult` says that the person is 18 or older.
 */
const confirmations = {
  acceptTerms: z.literal(true, { error: 'Accept the Terms of Service and the Privacy Policy.' }),
  confirmAdult: z.boolean().optional(),
};
/** True keeps passkeys, API keys, webhook endpoints and Discord links. Otherwise a new password revokes all of them. */
const keepAccess = z.boolean().optional();
/** Path of this site to which the mailed link returns. */
const returnTo = z.string().max(RETURN_MAX).optional();

export const sessionReply = z.object({
  user: z
    .object({
      id: z.uuid(),
      email: z.string(),
      role: roleSchema.nullable(),
      username: z.string().nullable(),
      avatarUrl: z.string().nullable(),
      isDemo: z.boolean(),
      /** True for a demo account that all visitors share: its settings can't be changed. */
      isShared: z.boolean(),
      /** False for people who only sign in with Google. */
      hasPassword: z.boolean(),
      hasPasskey: z.boolean(),
      onboardingCompleted: z.boolean(),
      /** True for an admin of a live system who must set up two-step sign-in before doing anything else. */
      needsSecondFactor: z.boolean(),
    })
    .nullable(),
  /** True if platforms are simulated and money is test money; the page frame then shows one notice. */
  demo: z.boolean(),
  googleSignIn: z.boolean(),
  /** The server's clock, which may run ahead of the browser's. Relative dates count from it. */
  now: momentWire,
});
export type SessionReply = z.infer<typeof sessionReply>;

/**
 * Header with the id of the account for which a page was opened. If another tab has signed in another account
 * since, the server refuses the request.
 */
export const ACCOUNT_HEADER = 'permille-account';

export const accountRoutes = {
  session: route('GET /api/session', {
    access: 'public',
    withoutSecondFactor: true,
    summary: 'The signed-in person',
    reply: sessionReply,
  }),
  signUp: route('POST /api/auth/sign-up', {
    access: 'public',
    summary: 'Create an account and mail a verification link; answers the same for a known email',
    body: z.object({
      email,
      password,
      confirmation: password,
      role: memberRoleSchema,
      ...confirmations,
      returnTo,
    }),
    errors: [
      'missing_information',
      'password_mismatch',
      'password_too_short',
      'password_too_common',
      'invalid_input',
    ],
    perMinute: 10,
  }),
  login: route('POST /api/auth/login', {
    access: 'public',
    summary: 'Sign in with email and password',
    body: z.object({ email, password, code: secondFactorCode.optional() }),
    errors: [
      'missing_information',
      'login_failed',
      'email_unverified',
      'account_banned',
      'second_factor_required',
      'second_factor_wrong',
      'second_factor_locked',
      'too_many_requests',
    ],
  }),
  demoLogin: route('POST /api/auth/demo-login', {
    access: 'public',
    summary: 'Sign in to one of the two demo accounts (demo mode only)',
    body: z.object({ role: memberRoleSchema }),
    errors: ['not_found', 'demo_resetting'],
    perMinute: 30,
  }),
  adminLogin: route('POST /api/auth/admin-login', {
    access: 'public',
    summary: 'Sign in to the admin panel',
    body: z.object({ username: z.string().max(100), password, code: secondFactorCode.optional() }),
    errors: [
      'missing_information',
      'admin_login_failed',
      'second_factor_required',
      'second_factor_wrong',
      'second_factor_locked',
      'too_many_requests',
    ],
  }),
  startGoogleSignIn: route('POST /api/auth/google', {
    access: 'public',
    summary: 'The address at which the browser signs in with Google; it returns signed in, to /dashboard',
    reply: z.object({ url: z.url() }),
    errors: ['not_found'],
    perMinute: 20,
  }),
  finishGoogleSignIn: route('POST /api/auth/google/code', {
    access: 'public',
    summary:
      'Finish a sign-in with Google by the code of the second factor; Google signed this browser in before',
    body: z.object({ code: secondFactorCode }),
    errors: ['login_failed', 'second_factor_required', 'second_factor_wrong', 'second_factor_locked'],
    perMinute: 10,
  }),
  signOut: route('POST /api/auth/sign-out', {
    access: 'public',
    withoutSecondFactor: true,
    summary: "End all of the person's sessions",
  }),
  verifyEmail: route('POST /api/auth/verify-email', {
    access: 'public',
    summary:
      'Use the token of a mailed verification link: it activates the account and signs in the browser that signed up, or one that enters the password of that sign-up',
    body: z.object({
      token: z.string().max(2000),
      /** The password chosen at sign-up. Required unless this browser is the one that signed up. */
      password: password.optional(),
    }),
    /**
     * True if the call signed in this browser. An existing session is kept, because the link may belong to
     * another account.
     */
    reply: z.object({ signedIn: z.boolean() }),
    errors: ['link_expired', 'sign_up_password_required', 'login_failed'],
    perMinute: 20,
  }),
  resendVerification: route('POST /api/auth/resend-verification', {
    access: 'public',
    summary: 'Mail the link of the sign-up with this password again; answers the same when there is none',
    body: z.object({ email, password, returnTo }),
    errors: ['missing_information'],
    perMinute: 3,
  }),
  openDemoMail: route('POST /api/auth/demo-mail', {
    access: 'public',
    summary: 'In a demo that sends no mails: the verification link of the sign-up with this password',
    body: z.object({ email, password, returnTo }),
    reply: z.object({ link: z.string() }),
    errors: ['not_found'],
    perMinute: 20,
  }),
  forgotPassword: route('POST /api/auth/forgot-password', {
    access: 'public',
    summary: 'Mail a reset link; answers the same for an unknown email',
    body: z.object({ email }),
    errors: ['missing_information'],
    perMinute: 3,
  }),
  resetPassword: route('POST /api/auth/reset-password', {
    access: 'public',
    summary:
      'Set a new password with a mailed token; ends all sessions, passkeys, API keys, webhook endpoints and Discord links unless kept',
    body: z.object({ token: z.string().max(2000), password, confirmation: password }),
    errors: [
      'missing_information',
      'password_mismatch',
      'password_too_short',
      'password_too_common',
      'link_expired',
    ],
    perMinute: 10,
  }),
  changePassword: route('POST /api/auth/change-password', {
    access: 'session',
    summary:
      'Set a new password; ends all other sessions, passkeys, API keys, webhook endpoints and Discord links unless kept',
    body: z.object({ current: password, password, confirmation: password, keepAccess }),
    errors: [
      'missing_information',
      'password_mismatch',
      'password_too_short',
      'password_too_common',
      'login_failed',
      'demo_account_fixed',
    ],
    perMinute: 10,
  }),
  addPassword: route('POST /api/auth/add-password', {
    access: 'session',
    recentLogin: true,
    summary:
      'Set the first password of an account that only signs in with Google; ends all other sessions, passkeys, API keys, webhook endpoints and Discord links unless kept',
    body: z.object({ password, confirmation: password, keepAccess }),
    errors: [
      'missing_information',
      'password_mismatch',
      'password_too_short',
      'password_too_common',
      'password_exists',
    ],
    perMinute: 10,
  }),
  chooseRole: route('POST /api/auth/choose-role', {
    access: 'session',
    summary: 'Choose host or clipper once, for an account without a role',
    body: z.object({ role: memberRoleSchema, ...confirmations }),
    errors: ['role_already_chosen'],
  }),
  confirmAge: route('POST /api/auth/confirm-age', {
    access: 'session',
    summary: 'Record that the person is 18 or older, if the account has no such record; the first one counts',
    body: z.object({ confirmAdult: z.literal(true) }),
  }),
  listSessions: route('GET /api/auth/sessions', {
    access: 'session',
    summary: "The person's open sessions",
    reply: z.object({
      rows: z.array(
        z.object({
          id: z.uuid(),
          userAgent: z.string().nullable(),
          ipAddress: z.string().nullable(),
          createdAt: momentWire,
          /** When the session was last used, precise to a few minutes. */
          lastSeenAt: momentWire,
          isCurrent: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: route('DELETE /api/auth/sessions/:id', {
    access: 'session',
    summary: 'End one own session',
    params: idParams,
    errors: ['not_found'],
  }),
  endOtherSessions: route('POST /api/auth/sessions/end-others', {
    access: 'session',
    summary: 'End all own sessions except this one',
  }),
};
