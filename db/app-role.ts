import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inUtc } from './utc-session.ts';

/** The role that has the app's rights in every database of a server. Each login is a member of it. */
const APP_ROLE = 'permille_app';
const LONGEST_NAME = 63;
const WRONG_PASSWORD = ['28P01', '28000'];
const NOT_ALLOWED = '42501';

export type Wanted = { ownerUrl: string; appUrl?: string | undefined; appPassword?: string | undefined };

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

function withLogin(ownerUrl: string, role: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: inUtc(url), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (WRONG_PASSWORD.includes((error as pg.DatabaseError).code ?? '')) return false;
    throw error;
  }
}

async function createRole(owner: pg.Client, role: string, login: string): Promise<void> {
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
  if (rowCount) return;
  try {
    await owner.query(
      `create role ${pg.escapeIdentifier(role)} ${login} nosuperuser nocreatedb nocreaterole`,
    );
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    // Roles are cluster-wide: a process starting on another database may have just created this one.
    if (code === '42710' || code === '23505') return;
    if (code !== NOT_ALLOWED) throw error;
    throw new Error(
      `The role of DATABASE_URL may not create roles: create ${APP_ROLE} and a member of it that may log in, and name that one in APP_DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** The rights are granted before the tables exist, so that a migration can revoke some of them. */
async function grantRights(owner: pg.Client): Promise<void> {
  await owner.query(`
    grant usage on schema public to ${APP_ROLE};
    revoke create on schema public from ${APP_ROLE};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${APP_ROLE};
    alter default privileges in schema public grant usage, select on sequences to ${APP_ROLE}`);
}

/** Since PostgreSQL 16 only a role's creator, or a member with admin option, may grant membership. */
async function grantMembership(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ member: boolean }>(`select pg_has_role($1, $2, 'member') as member`, [
    role,
    APP_ROLE,
  ]);
  if (rows[0]!.member) return;
  try {
    await owner.query(`grant ${APP_ROLE} to ${pg.escapeIdentifier(role)}`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== NOT_ALLOWED) throw error;
    throw new Error(
      `The role of DATABASE_URL may not give rights to ${role}: as a superuser, run grant ${APP_ROLE} to ${pg.escapeIdentifier(role)}.`,
      { cause: error },
    );
  }
}

/**
 * Creates the role whose rights migrations grant and revoke. The role must exist before the tables. Runs
 * under the migration lock. Throws one sentence when the owner may not create it.
 */
export async function prepareAppRole(owner: pg.Client, { appUrl, appPassword }: Wanted): Promise<void> {
  const { rows } = await owner.query<{ owner: string }>('select current_user as owner');
  if (appUrl && userOf(appUrl) === rows[0]!.owner)
    throw new Error(
      'APP_DATABASE_URL names the same role as DATABASE_URL: it must be one that owns no tables.',
    );
  await createRole(owner, APP_ROLE, appPassword ? 'login' : 'nologin');
  await grantRights(owner);
}

/**
 * Creates the app's login role, which owns nothing and therefore can't bypass revoked rights, and returns its
 * URL. Runs under the migration lock, on a migrated database.
 */
export async function ensureLogin(
  owner: pg.Client,
  { ownerUrl, appUrl, appPassword }: Wanted,
): Promise<string> {
  if (appUrl) {
    if (userOf(appUrl) !== APP_ROLE) await grantMembership(owner, userOf(appUrl));
    return appUrl;
  }
  if (appPassword) return await withPassword(owner, APP_ROLE, withLogin(ownerUrl, APP_ROLE, appPassword));
  const { role, password } = await ownLogin(owner);
  await createRole(owner, role, 'login');
  await grantMembership(owner, role);
  return await withPassword(owner, role, withLogin(ownerUrl, role, password));
}

/**
 * Returns the URL of the app's login role, as `ensureLogin` made it; null when it did not run. Changes
 * nothing.
 */
export async function findLogin(
  owner: pg.Client,
  { ownerUrl, appUrl, appPassword }: Wanted,
): Promise<string | null> {
  if (appUrl) return appUrl;
  if (appPassword) return withLogin(ownerUrl, APP_ROLE, appPassword);
  const { rows } = await owner.query<{ role: string; password: string }>(
    'select role, password from app_login',
  );
  return rows[0] ? withLogin(ownerUrl, rows[0].role, rows[0].password) : null;
}

/**
 * Makes a login for this database only, with a generated password that only the owner can read. Another
 * installation on the server, or a new password of the owner, thus does not affect connected processes.
 */
async function ownLogin(owner: pg.Client): Promise<{ role: string; password: string }> {
  const { rows: known } = await owner.query<{ role: string; password: string }>(
    'select role, password from app_login',
  );
  if (known[0]) return known[0];
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const named = `${rows[0]!.name.slice(0, LONGEST_NAME - '_app'.length)}_app`;
  const made = {
    // A previous version may be logged in under APP_ROLE with another password, so the login gets another
    // name.
    role: named === APP_ROLE ? 'permille_login' : named,
    password: randomBytes(24).toString('base64url'),
  };
  await owner.query('insert into app_login (role, password) values ($1, $2)', [made.role, made.password]);
  return made;
}

/**
 * Makes the role accept the URL's password, and returns the URL. An existing role may be from a database that
 * was removed.
 */
async function withPassword(owner: pg.Client, role: string, url: string): Promise<string> {
  if (await canLogIn(url)) return url;
  const password = decodeURIComponent(new URL(url).password);
  await owner.query(`alter role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`);
  return url;
}
