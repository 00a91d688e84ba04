import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#contract/accounts/ids.ts';
import { createSigner, type Secrets } from '#server/infra/secrets.ts';

/**
 * An account and its current password hash. The cookie is bound to both, so a new password makes every
 * browser unknown again.
 */
export interface KnownLogin {
  userId: UserId;
  passwordHash: string;
}

/** The address and password hash from a sign-up form, or from a form that requests a new link. */
export interface TypedSignUp {
  email: string;
  passwordHash: string;
}

/** A cookie that remembers, in signed and opaque entries, what a browser has proved. */
interface BrowserCookie<Proof> {
  /** Returns the browser's id if its cookie contains this proof; otherwise null. */
  knows(request: FastifyRequest, proof: Proof): string | null;
  remember(at: { request: FastifyRequest; reply: FastifyReply }, proof: Proof): void;
  /** Whether the request carries this cookie at all; if not, no database lookup is needed. */
  isCarried(request: FastifyRequest): boolean;
}

/**
 * Remembers which accounts a browser has been signed in to. The cookie signs nobody in: it only lets this
 * browser try passwords while guesses from elsewhere are limited.
 */
export type DeviceCookie = BrowserCookie<KnownLogin>;

/**
 * Remembers which sign-ups a browser has made. In any other browser a mailed link asks for the password,
 * because a stranger could have signed up with the address. The cookie depends only on the typed address and
 * password, so it reveals no account.
 */
export type SignUpCookie = BrowserCookie<TypedSignUp>;

/** Lifetime of the device cookie. No browser keeps a cookie longer. */
export const DEVICE_DAYS = 400;
/** Lifetime of the sign-up cookie, equal to that of a mailed link. */
const SIGN_UP_DAYS = 1;
const ENTRIES = 5;

interface Keys {
  secrets: Secrets;
  secure: boolean;
}

export const createDeviceCookie = (keys: Keys): DeviceCookie =>
  createBrowserCookie({ ...keys, purpose: 'device', days: DEVICE_DAYS }, ({ userId }) => userId);

export const createSignUpCookie = (keys: Keys): SignUpCookie =>
  createBrowserCookie({ ...keys, purpose: 'sign_up', days: SIGN_UP_DAYS }, ({ email }) => email);

function createBrowserCookie<Proof extends { passwordHash: string }>(
  { secrets, secure, purpose, days }: Keys & { purpose: string; days: number },
  ownerOf: (proof: Proof) => string,
): BrowserCookie<Proof> {
  const name = `${secure ? '__Host-' : ''}permille_${purpose}`;
  const signer = createSigner(secrets, 'browsers');
  const textOf = (nonce: string, proof: Proof): string =>
    `${purpose} ${nonce} ${ownerOf(proof)} ${proof.passwordHash}`;
  const entries = (request: FastifyRequest): string[] =>
    (request.cookies[name] ?? '').split('~').filter(Boolean).slice(0, ENTRIES);
  const find = (request: FastifyRequest, proof: Proof): string | undefined =>
    entries(request).find((entry) => {
      const [nonce = '', signature = ''] = entry.split('.');
      return signer.verify(textOf(nonce, proof), Buffer.from(signature, 'base64url'));
    });
  const create = (proof: Proof): string => {
    const nonce = randomBytes(12).toString('base64url');
    return `${nonce}.${signer.sign(textOf(nonce, proof)).toString('base64url')}`;
  };

  return {
    knows: (request, proof) => find(request, proof)?.split('.')[0] ?? null,
    isCarried: (request) => entries(request).length > 0,
    remember({ request, reply }, proof) {
      const known = find(request, proof);
      const others = entries(request).filter((entry) => entry !== known);
      reply.setCookie(name, [known ?? create(proof), ...others].slice(0, ENTRIES).join('~'), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: days * 86_400,
      });
    },
  };
}
