import { createHmac } from 'node:crypto';
import pg from 'pg';
import { inUtc } from './utc-session.ts';

const APP_ROLE = 'permille_app';
const WRONG_PASSWORD = ['28P01', '28000'];
const NOT_ALLOWED = '42501';

type Wanted = { ownerUrl: string; appUrl?: string | undefined; appPassword?: string | undefined };

const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);
const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

/**
 * Nothing has to be stored or agreed on for an outside database: whoever knows the owner's password could set the
 * role's anyway, and who knows only the role's learns nothing about the owner's.
 */
const derivedPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(`role ${APP_ROLE}`).digest('base64url');

function withLogin(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
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

async function createRole(owner: pg.Client, login: string): Promise<void> {
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (rowCount) return;
  try {
    await owner.query(`create role ${APP_ROLE} ${login} nosuperuser nocreatedb nocreaterole`);
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    // Roles belong to the whole server: a start on another of its databases may have made it in this moment.
    if (code === '42710' || code === '23505') return;
    if (code !== NOT_ALLOWED) throw error;
    throw new Error(
      `The role of DATABASE_URL may not create roles: create ${APP_ROLE} (login) yourself and name it in APP_DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** The rights come before the tables, so that a migration can take some of them away again. */
async function grantRights(owner: pg.Client): Promise<void> {
  await owner.query(`
    grant usage on schema public to ${APP_ROLE};
    revoke create on schema public from ${APP_ROLE};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${APP_ROLE};
    alter default privileges in schema public grant usage, select on sequences to ${APP_ROLE}`);
}

async function adoptRole(owner: pg.Client, appUrl: string): Promise<string> {
  const user = userOf(appUrl);
  const { rows } = await owner.query<{ owner: string }>('select current_user as owner');
  if (user === rows[0]!.owner)
    throw new Error(
      'APP_DATABASE_URL names the same role as DATABASE_URL: it must be one that owns no tables.',
    );
  await createRole(owner, 'nologin');
  await grantRights(owner);
  if (user !== APP_ROLE) await owner.query(`grant ${APP_ROLE} to ${pg.escapeIdentifier(user)}`);
  return appUrl;
}

/**
 * Makes the role the product works as, which owns nothing and so can't get round revoked rights, and returns its URL.
 * Runs under the migration lock. Throws one sentence when the owner may not make it and none was given.
 */
export async function ensureAppRole(owner: pg.Client, wanted: Wanted): Promise<string> {
  if (wanted.appUrl) return adoptRole(owner, wanted.appUrl);
  await createRole(owner, 'login');
  await grantRights(owner);
  const ownerPassword = passwordOf(wanted.ownerUrl);
  const password = wanted.appPassword ?? (ownerPassword && derivedPassword(ownerPassword));
  const url = withLogin(wanted.ownerUrl, password);
  if (await canLogIn(url)) return url;
  if (!password)
    throw new Error(
      `DATABASE_URL carries no password to derive one for ${APP_ROLE} from: name that role in APP_DATABASE_URL.`,
    );
  await owner.query(`alter role ${APP_ROLE} login password ${pg.escapeLiteral(password)}`);
  return url;
}
