import { X509Certificate } from 'node:crypto';
import { after, type Clock, DAY, MINUTE } from '#server/infra/clock.ts';
import { callOutside } from '#server/modules/connections/connections.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 32 * 1024;
const KEEP = 7 * DAY;
/** If an address returned no certificate, it is fetched again only after this time. */
const DOUBT = 10 * MINUTE;
/**
 * Limit of fetches per minute from addresses that have had no valid signature so far, because any sender can
 * invent such addresses.
 */
const STRANGE_PER_MINUTE = 5;
const MOST_REMEMBERED = 100;

interface Remembered {
  certificate: Promise<X509Certificate | null>;
  until: Date;
  /**
   * Whether a message had a valid signature under this certificate. If so, it is PayPal's own certificate and
   * is always fetched again.
   */
  proven: boolean;
}

export interface Certificates {
  /** Returns the certificate at this address; null if there is none or the fetch failed. */
  at(url: string): Promise<X509Certificate | null>;
  /** Records that a signature was valid under the certificate at this address. */
  prove(url: string): void;
}

/**
 * Caches PayPal's certificates by address. Addresses come from unauthenticated messages, so only these origins are fetched,
 * failures are cached for a while, and unknown addresses are limited per minute: forged messages can't cause unlimited fetches.
 */
export function keepCertificates(origins: readonly string[], clock: Clock): Certificates {
  const remembered = new Map<string, Remembered>();
  let strange: Date[] = [];

  const mayAsk = (now: Date): boolean => {
    strange = strange.filter((asked) => asked > after(now, -MINUTE));
    if (strange.length >= STRANGE_PER_MINUTE) return false;
    strange.push(now);
    return true;
  };

  return {
    async at(url) {
      if (!isAllowed(url, origins)) return null;
      const now = clock.now();
      const known = remembered.get(url);
      if (known && known.until > now) return await known.certificate;
      if (!known?.proven && !mayAsk(now)) return null;
      forgetOne(remembered);
      // Cached before the answer arrives, so that concurrent callers share one fetch.
      const one: Remembered = {
        certificate: fetchCertificate(url),
        until: after(now, KEEP),
        proven: known?.proven ?? false,
      };
      remembered.set(url, one);
      const certificate = await one.certificate;
      if (!certificate || !isValid(certificate, now)) one.until = after(now, DOUBT);
      return certificate;
    },
    prove(url) {
      const known = remembered.get(url);
      if (known) known.proven = true;
    },
  };
}

/** Evicts the oldest entry, those without a valid signature first. */
function forgetOne(remembered: Map<string, Remembered>): void {
  if (remembered.size < MOST_REMEMBERED) return;
  const [first] = [...remembered].find(([, one]) => !one.proven) ?? [...remembered][0]!;
  remembered.delete(first);
}

/** PayPal's name of a certificate: "CERT-" and hexadecimal parts. */
const PATH = /\/v1\/notifications\/certs\/CERT-[0-9A-Za-z-]{8,100}$/;

/** Checks the parsed URL, not its spelling: no other host, port or scheme, and no user name. */
function isAllowed(url: string, origins: readonly string[]): boolean {
  if (url.length > 300 || !URL.canParse(url)) return false;
  const { href, origin, pathname } = new URL(url);
  return href === origin + pathname && origins.includes(origin) && PATH.test(pathname);
}

async function fetchCertificate(url: string): Promise<X509Certificate | null> {
  const reply = await callOutside(url, {}, { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES });
  if (!reply.ok || reply.value.status !== 200) return null;
  try {
    return new X509Certificate(reply.value.text);
  } catch {
    return null;
  }
}

export const isValid = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  new Date(validFrom) <= now && now <= new Date(validTo);
