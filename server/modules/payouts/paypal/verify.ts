import { verify, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { after, type Clock, DAY } from '#server/infra/clock.ts';
import { callOutside } from '#server/modules/connections/connections.ts';
import type { PaypalAccount } from './client.ts';
import { itemReply, type PaypalItem, readItem } from './reply.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 32 * 1024;
const KEEP_DAYS = 7;
const MOST_KEPT = 20;

const eventBody = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource: z.unknown(),
});

/** A message of PayPal: an item with how it stands, or something about a whole batch. */
export interface PaypalEvent {
  id: string;
  type: string;
  item: PaypalItem | null;
}

export type ProveEvent = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<PaypalEvent | null>;

/**
 * Proves that PayPal wrote exactly these bytes for our webhook: an RSA signature over the transmission, the webhook's id
 * and the checksum of the body, under a certificate from a host of PayPal. Those are kept for seven days.
 */
export function eventProver(account: PaypalAccount, clock: Clock): ProveEvent {
  const kept = new Map<string, { certificate: X509Certificate; until: Date }>();

  const certificateAt = async (url: string): Promise<X509Certificate | null> => {
    const known = kept.get(url);
    if (known && known.until > clock.now()) return known.certificate;
    const pem = await fetchCertificate(url);
    const certificate = pem && parseCertificate(pem);
    if (!certificate) return null;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(url, { certificate, until: after(clock.now(), KEEP_DAYS * DAY) });
    return certificate;
  };

  return async (raw, headers) => {
    const header = (name: string): string => String(headers[`paypal-${name}`] ?? '');
    const url = header('cert-url');
    if (header('auth-algo') !== 'SHA256withRSA' || !isAllowed(url, account.certificateOrigins)) return null;
    const certificate = await certificateAt(url);
    if (!certificate || !isValid(certificate, clock.now())) return null;
    const [id, time] = [header('transmission-id'), header('transmission-time')];
    const message = `${id}|${time}|${account.webhookId}|${crc32(raw)}`;
    const signature = Buffer.from(header('transmission-sig'), 'base64');
    if (!verify('sha256', Buffer.from(message), certificate.publicKey, signature)) return null;
    return readEvent(raw);
  };
}

/** The address itself decides, not how it is written: no other host, port or scheme, no user in front. */
function isAllowed(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origins.includes(origin) && !username && !password;
}

async function fetchCertificate(url: string): Promise<string | null> {
  const reply = await callOutside(url, {}, { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES });
  return reply.ok && reply.value.status === 200 ? reply.value.text : null;
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

const isValid = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  new Date(validFrom) <= now && now <= new Date(validTo);

function readEvent(raw: Buffer): PaypalEvent | null {
  let body: unknown;
  try {
    body = JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
  const event = eventBody.safeParse(body);
  if (!event.success) return null;
  const item = itemReply.safeParse(event.data.resource);
  return {
    id: event.data.id,
    type: event.data.event_type,
    item: item.success ? readItem(item.data) : null,
  };
}
