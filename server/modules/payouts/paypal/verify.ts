import { verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { after, type Clock, DAY, MINUTE } from '#server/infra/clock.ts';
import { isValid, keepCertificates } from './certificates.ts';
import type { PaypalAccount } from './client.ts';
import { itemReply, type PaypalItem, readItem } from './reply.ts';

const eventBody = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource: z.unknown(),
});

/** A message of PayPal: about an item and its state, or about a whole batch (item is null). */
export interface PaypalEvent {
  id: string;
  type: string;
  item: PaypalItem | null;
}

export type ProveEvent = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<PaypalEvent | null>;

/**
 * Older messages are refused. PayPal repeats a message for three days, with the time of its first or of its
 * last sending.
 */
const OLDEST = 4 * DAY;
const AHEAD = 5 * MINUTE;

/**
 * Proves that PayPal wrote exactly these bytes for our webhook: an RSA signature over the transmission, the
 * webhook's id and the checksum of the body, under a certificate from a host of PayPal. Cheap checks are
 * first.
 */
export function eventProver(account: PaypalAccount, clock: Clock): ProveEvent {
  const certificates = keepCertificates(account.certificateOrigins, clock);
  return async (raw, headers) => {
    const sent = transmission.safeParse(headers);
    const event = sent.success && isRecent(sent.data.time, clock.now()) ? readEvent(raw) : null;
    if (!sent.success || !event) return null;
    const { id, time, signature, url } = sent.data;
    const certificate = await certificates.at(url);
    if (!certificate || !isValid(certificate, clock.now())) return null;
    const message = `${id}|${time}|${account.webhookId}|${crc32(raw)}`;
    if (!verify('sha256', Buffer.from(message), certificate.publicKey, signature)) return null;
    certificates.prove(url);
    return event;
  };
}

/** The headers that sign a message, in the form that PayPal gives them. */
const transmission = z
  .object({
    'paypal-auth-algo': z.literal('SHA256withRSA'),
    'paypal-transmission-id': z.string().regex(/^[\w-]{8,100}$/),
    'paypal-transmission-time': z.iso.datetime(),
    // RSA keys of 1024 to 4096 bits.
    'paypal-transmission-sig': z.base64().min(172).max(684),
    'paypal-cert-url': z.string(),
  })
  .transform((header) => ({
    id: header['paypal-transmission-id'],
    time: header['paypal-transmission-time'],
    signature: Buffer.from(header['paypal-transmission-sig'], 'base64'),
    url: header['paypal-cert-url'],
  }));

const isRecent = (time: string, now: Date): boolean =>
  new Date(time) >= after(now, -OLDEST) && new Date(time) <= after(now, AHEAD);

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
