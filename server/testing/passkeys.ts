import type { LightMyRequestResponse } from 'fastify';
import { type AccountsServer, cookieOf } from './accounts.ts';
import { type Flaws, type SoftwarePasskey, softwarePasskey } from './authenticator.ts';

export const PASSKEYS = '/api/auth/passkeys';

/** Adds a passkey to the account of a session, as Settings does. */
export async function addPasskey(
  app: AccountsServer,
  cookie: string,
  { passkey = softwarePasskey(), flaws = {} }: { passkey?: SoftwarePasskey; flaws?: Flaws } = {},
): Promise<LightMyRequestResponse> {
  const options = await app.post(`${PASSKEYS}/options`, {}, { cookie });
  if (options.statusCode !== 200) return options;
  const credential = passkey.create(options.json(), flaws);
  return await app.post(PASSKEYS, { device: 'Chrome on Linux', credential }, { cookie });
}

/** Creates a member with a passkey. */
export async function memberWithPasskey(app: AccountsServer, email: string, counts = false) {
  const cookie = await app.member(email);
  const passkey = softwarePasskey({ counts });
  const { id } = (await addPasskey(app, cookie, { passkey })).json() as { id: string };
  return { cookie, passkey, id };
}

/** Asks for a challenge to sign in. `browser` is the cookie of the browser that asks. */
export async function askPasskeyLogin(app: AccountsServer) {
  const reply = await app.post('/api/auth/passkey-login/options', {});
  return { browser: cookieOf(reply), options: reply.json() };
}

/** Signs in with a passkey, as the login page does. */
export async function logInByPasskey(
  app: AccountsServer,
  passkey: SoftwarePasskey,
  flaws: Flaws = {},
): Promise<LightMyRequestResponse> {
  const { browser, options } = await askPasskeyLogin(app);
  const credential = passkey.sign(options, flaws);
  return await app.post('/api/auth/passkey-login', { credential }, { cookie: browser });
}

/** Confirms the identity of a session with a passkey. */
export async function confirmByPasskey(
  app: AccountsServer,
  cookie: string,
  passkey: SoftwarePasskey,
): Promise<LightMyRequestResponse> {
  const options = (await app.post('/api/auth/confirm/passkey/options', {}, { cookie })).json();
  return await app.post('/api/auth/confirm/passkey', { credential: passkey.sign(options) }, { cookie });
}
