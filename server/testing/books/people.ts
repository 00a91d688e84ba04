import type { Caller } from './caller.ts';
import type { Stage } from './stage.ts';

/** A user with a separate HTTP client. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  caller: Caller;
  /** Whether the account is closed. */
  closed: boolean;
  banned: boolean;
  /** Whether the person has a payout address that the weekly run can pay. */
  payable: boolean;
}

async function join(stage: Stage, role: 'host' | 'clipper', name: string): Promise<Person> {
  const caller = stage.newCaller();
  const email = `${name}@people.example`;
  const password = `${name}-sails-at-dawn`;
  const agreed = { acceptTerms: true, confirmAdult: true };
  await caller.ask('/api/auth/sign-up', { email, password, confirmation: password, role, ...agreed });
  const link = new URL(await stage.mailLink(email));
  await caller.ask('/api/auth/verify-email', { token: link.searchParams.get('token') });
  await caller.ask('/api/auth/login', { email, password });
  await caller.ask('/api/profiles/complete-setup', { username: name });
  const { user } = await caller.read<{ user: { id: string } }>('/api/session');
  return { id: user.id, name, email, password, caller, closed: false, banned: false, payable: false };
}

/** Grants access on the platform's consent page with this account. */
async function connect({ caller }: Person, platform: string, handle: string): Promise<void> {
  const { authorizeUrl } = await caller.ask('/api/connections/start', { platform, returnTo: '/dashboard' });
  const answer = await fetch(authorizeUrl, {
    method: 'POST',
    headers: { origin: new URL(authorizeUrl).origin },
    body: new URLSearchParams({ decision: 'allow', handle }),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  await caller.open(answer.headers.get('location')!);
}

export async function joinAsHost(stage: Stage, name: string): Promise<Person> {
  const person = await join(stage, 'host', name);
  await connect(person, 'youtube', `${name}_tv`);
  return person;
}

/**
 * Returns a payment address. Its first word, `fate`, decides the outcome of payments at the simulated PayPal.
 */
export const paymentAddress = (fate: string, name: string): string => `${fate}.${name}@paypal.example`;

export async function joinAsClipper(stage: Stage, name: string, fate: string): Promise<Person> {
  const person = await join(stage, 'clipper', name);
  await person.caller.ask('/api/clipper/payout-country', { country: 'DE' }, 'PUT');
  await connect(person, 'tiktok', name);
  await connect(person, 'instagram', name);
  await person.caller.ask('/api/clipper/payout-address', { email: paymentAddress(fate, name) }, 'PUT');
  person.payable = true;
  return person;
}

/** Signs in again after a ban is lifted. */
export async function logIn({ caller, email, password }: Person): Promise<void> {
  await caller.ask('/api/auth/login', { email, password });
}
