import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push message that a browser received, decrypted with the browser's keys. */
export interface ReceivedPush {
  payload: { id: string; title: string; body: string; link: string };
  headers: IncomingHttpHeaders;
  /** Claims of the signed token. */
  claims: { aud: string; exp: number; sub: string };
}

/**
 * Starts a push service on loopback for browsers and servers (RFC 8030), with browsers that decrypt its
 * messages.
 */
export async function pushService() {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const received: ReceivedPush[] = [];
  const state = { answer: 201, headers: {} as Record<string, string> };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (state.answer < 300) {
      const body = Buffer.concat(chunks);
      received.push({
        payload: JSON.parse(decrypt(body, browser, auth)),
        headers: request.headers,
        claims: readToken(request.headers.authorization ?? ''),
      });
    }
    response.writeHead(state.answer, state.headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    state,
    origin,
    /** Returns the subscription that a browser gives to a page; each name is a separate browser. */
    subscription: (name: string) => ({
      endpoint: `${origin}/push/${name}`,
      p256dh: browser.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    }),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();
const expand = (key: Buffer, info: string | Buffer, length: number): Buffer =>
  hmac(key, Buffer.concat([Buffer.from(info), Buffer.of(1)])).subarray(0, length);

/**
 * Decrypts aes128gcm with one record (RFC 8188) and the keys of Web Push (RFC 8291). The code is written from
 * the RFCs.
 */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = expand(hmac(auth, browser.computeSecret(sender)), info, 32);
  const key = hmac(salt, secret);
  const nonce = expand(key, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', expand(key, 'Content-Encoding: aes128gcm\0', 16), nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Verifies the signature of "vapid t=…, k=…" (RFC 8292) and returns the claims. */
function readToken(header: string): ReceivedPush['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const proved = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!proved) throw new Error('the token of the push is not signed by its key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
