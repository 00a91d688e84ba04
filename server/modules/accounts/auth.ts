import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { newId } from '#server/infra/id.ts';
import { type Secrets, signingKey, soleSecret } from '#server/infra/secrets.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { type GoogleOptions, googleProvider } from './google-provider.ts';
import { type Passwords, scryptPasswords } from './passwords.ts';
import { cookieName } from './session-cookie.ts';

export const IDLE_DAYS = 14;
export const ABSOLUTE_DAYS = 90;
/** Header in which we pass better-auth the caller's address, so that it trusts no header of the request. */
export const CLIENT_IP_HEADER = 'x-permille-client-ip';

/** Placeholder secret for processes that create accounts but sign no cookies. */
export const UNUSED_SECRETS = soleSecret('no cookie is signed while an account is being made');

const DAY_SECONDS = 86_400;

export interface AuthOptions {
  db: Database;
  secrets: Secrets;
  appUrl: string;
  google?: GoogleOptions | null;
  /** Hashes and verifies passwords; `scryptPasswords` when absent. */
  passwords?: Passwords | undefined;
}

type Instance = ReturnType<typeof createInstance>;
type Context = Awaited<Instance['$context']>;

/** better-auth's store of users, passwords, tokens and sessions. */
export type IdentityStore = Context['internalAdapter'];

export interface Auth {
  hashPassword(password: string): Promise<string>;
  verifyPassword(hash: string, password: string): Promise<boolean>;
  /**
   * Hashes the password of a sign-up. All pending sign-ups of one address share a salt, so a single hash is
   * compared with all of them, and the time taken does not reveal how many exist.
   */
  hashForSignUp(signUp: { email: string; password: string }): Promise<string>;
  /**
   * Runs `work` on the identity store inside the caller's transaction, so that mails and audit rows are
   * committed together with the identities.
   */
  inTransaction<T>(tx: Tx, work: (store: IdentityStore) => Promise<T>): Promise<T>;
  /**
   * The better-auth instance, which handles only the redirects of the provider. Every other call uses the
   * contract's routes.
   */
  instance: Instance;
}

/**
 * The transaction of the current `inTransaction` call. One storage serves the whole process, because Node
 * checks each storage for every promise that it creates.
 */
const underWay = new AsyncLocalStorage<Tx>();

/**
 * Uses better-auth as a library on our tables. Its own endpoints are not mounted, because the contract's
 * routes call the library.
 */
export function createAuth(options: AuthOptions): Auth {
  const { secrets, passwords = scryptPasswords } = options;
  const saltKey = signingKey(secrets, 'sign-ups');
  const instance = createInstance({ ...options, passwords, db: followTransaction(options.db) });
  const saltOf = (email: string) =>
    createHmac('sha256', saltKey).update(`sign-up ${email}`).digest('hex').slice(0, 32);
  return {
    instance,
    hashPassword: (password) => passwords.hash(password),
    verifyPassword: (hash, password) => passwords.verify({ hash, password }),
    hashForSignUp: ({ email, password }) => passwords.hash(password, saltOf(email)),
    inTransaction: async (tx, work) => {
      const { internalAdapter } = await instance.$context;
      return await underWay.run(tx, () => work(internalAdapter));
    },
  };
}

/**
 * Returns a database whose calls use the current transaction if there is one. Needed because better-auth
 * accepts a connection only at construction.
 */
function followTransaction(db: Database): Database {
  return new Proxy(db, {
    get(target, name) {
      const source: Database = underWay.getStore() ?? target;
      const value: unknown = Reflect.get(source, name, source);
      return typeof value === 'function' ? value.bind(source) : value;
    },
  });
}

function createInstance({ db, secrets, appUrl, google, passwords }: AuthOptions & { passwords: Passwords }) {
  const secure = appUrl.startsWith('https:');
  return betterAuth({
    appName: 'Permille',
    baseURL: appUrl,
    basePath: '/api/auth',
    // The key with which session-cookie.ts verifies better-auth's session cookies.
    secret: signingKey(secrets, 'sessions'),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Our own rate limiter counts in the database, per route.
    rateLimit: { enabled: false },
    plugins: google ? [genericOAuth({ config: [googleProvider(google)] })] : [],
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      password: passwords,
    },
    ...tables,
    databaseHooks: {
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      user: { create: { after: ({ email }) => forgetSignUps(db, email) } },
    },
    advanced: {
      // `validateSchema` is off, because migrations verify the schema at start. better-auth's own check needs
      // a second connection. If the first call of a process were inside a transaction (such as a confirmed
      // email), that call and all later ones would fail.
      database: { generateId: () => newId(), validateSchema: false },
      useSecureCookies: false,
      cookiePrefix: secure ? '__Host-permille' : 'permille',
      cookies: { session_token: { name: cookieName(secure) } },
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
    },
  });
}

/**
 * Drops the provider's tokens: they are needed only during the sign-in, so storing them would only be a risk.
 */
const withoutTokens = async (account: Record<string, unknown>) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

/** Deletes the address's other pending sign-ups once an account exists, so that none of them can open it. */
async function forgetSignUps(db: Database, email: string): Promise<void> {
  await db.deleteFrom('pending_sign_ups').where('email', '=', email).execute();
}

/** Maps better-auth's models to our tables and columns. */
const tables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    additionalFields: {
      role: { type: 'string', required: false, input: false },
      adminUsername: { type: 'string', required: false, input: false, fieldName: 'admin_username' },
      isDemo: { type: 'boolean', required: false, input: false, fieldName: 'is_demo', defaultValue: false },
      ageConfirmedAt: { type: 'date', required: false, input: false, fieldName: 'age_confirmed_at' },
      termsVersion: { type: 'string', required: false, input: false, fieldName: 'terms_version' },
      termsAcceptedAt: { type: 'date', required: false, input: false, fieldName: 'terms_accepted_at' },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    expiresIn: IDLE_DAYS * DAY_SECONDS,
    // A cached session would outlive a ban.
    cookieCache: { enabled: false },
  },
  account: {
    modelName: 'credentials',
    fields: {
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    encryptOAuthTokens: true,
    accountLinking: { enabled: true, trustedProviders: [] },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    // Tokens are stored as hashes, so a copy of the table opens no link.
    storeIdentifier: 'hashed',
  },
} satisfies Partial<BetterAuthOptions>;
