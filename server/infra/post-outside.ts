import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { hostOf, isLoopbackName, type OutsideUrlRules, outsideUrlFault } from './outside-url.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { readReply } from './read-reply.ts';
import { type ResolveHost, resolveHost } from './resolve-host.ts';
import { beginCall, untracedCall } from './tracing/call-service.ts';

export interface OutsidePost {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface OutsideAnswer {
  /** The answer's HTTP status; null when no answer arrived. */
  status: number | null;
  /** The header Retry-After. */
  retryAfter: string | null;
  /** The beginning of the body. */
  text: string;
  /** Why no answer arrived, as a sentence. */
  error: string | null;
  ms: number;
}

interface Options extends OutsideUrlRules {
  /** Time limit from the first DNS query to the last byte that is read. */
  limitMs?: number;
  /** Bytes of an answer that are read; the rest is not waited for. */
  maxBytes?: number;
  resolve?: ResolveHost;
  /** A certificate authority that is trusted besides the usual ones. */
  ca?: string;
  /**
   * Whether the URLs are of a service that the operator chose, which then receives the trace. Strangers'
   * servers receive none.
   */
  isService?: boolean;
}

export type PostOutside = (post: OutsidePost) => Promise<OutsideAnswer>;

class Refused extends Error {}

/**
 * Posts to URLs that people choose. Every attempt resolves the name again, refuses it when one of its
 * addresses is not on the public internet, and connects only to the checked addresses: a DNS change meanwhile
 * has no effect. Redirects are not followed, and nothing is kept from one call to the next.
 */
export function outsidePoster(options: Options): PostOutside {
  const {
    limitMs = 10_000,
    maxBytes = 64 * 1024,
    resolve = resolveHost,
    allowLoopback,
    ca,
    isService,
  } = options;

  async function addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
    const host = hostOf(url);
    if (isIP(host)) return [host];
    if (isLoopbackName(host)) return ['127.0.0.1', '::1'];
    const addresses = await resolve(host, signal);
    signal.throwIfAborted();
    if (addresses.length === 0) throw new Refused('The host name was not found.');
    return addresses;
  }

  const mayCall = (url: URL) => (address: string) =>
    isPublicAddress(address) ||
    (allowLoopback && isLoopbackAddress(address) && (isIP(hostOf(url)) > 0 || isLoopbackName(hostOf(url))));

  async function send({ url: text, headers, body }: OutsidePost, signal: AbortSignal) {
    const fault = outsideUrlFault(text, { allowLoopback });
    if (fault) throw new Refused(`The address ${fault}.`);
    const url = new URL(text);
    const addresses = await addressesOf(url, signal);
    if (!addresses.every(mayCall(url)))
      throw new Refused('The host has an address that is not on the public internet.');
    const call = isService ? beginCall('POST', url) : untracedCall;
    const asked: RequestOptions = {
      method: 'POST',
      headers: {
        ...headers,
        ...call.headers,
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      },
      lookup: pinnedTo(addresses),
      agent: false,
      signal,
      maxHeaderSize: 16 * 1024,
      ...(ca === undefined ? {} : { ca }),
    };
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, asked);
    return await call.endWith(readReply(request, body, maxBytes));
  }

  return async (post) => {
    const begun = performance.now();
    const signal = AbortSignal.timeout(limitMs);
    const none = { status: null, retryAfter: null, text: '' };
    const took = () => Math.round(performance.now() - begun);
    try {
      return { ...(await send(post, signal)), error: null, ms: took() };
    } catch (error) {
      return {
        ...none,
        error: signal.aborted ? `No answer came within ${limitMs / 1_000} seconds.` : sentenceOf(error),
        ms: took(),
      };
    }
  };
}

/** Makes a connection use these addresses instead of resolving the name again. */
function pinnedTo(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, callback) => {
    if (wantsAll) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: 'The host can’t be reached.',
  ENETUNREACH: 'The host can’t be reached.',
  ETIMEDOUT: 'The host can’t be reached.',
};

/** Returns the system's error without its details, which name addresses. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  if (sentences[code]) return sentences[code];
  if (/CERT|TLS|SSL|SELF_SIGNED|EPROTO/.test(code)) return `The connection is not secure (${code}).`;
  if (code.startsWith('HPE_')) return 'The answer is not HTTP.';
  return code === '' ? 'The call failed.' : `The call failed (${code}).`;
}
