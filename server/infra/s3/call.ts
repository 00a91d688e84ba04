import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { XMLParser } from 'fast-xml-parser';
import { callService } from '../tracing/call-service.ts';
import { S3Problem, type S3Settings } from './settings.ts';

export interface Asked {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object's key; absent or empty for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
}

export interface Caller {
  /**
   * Resolves with the reply, whose body the caller reads. A 404 to a request that reads or removes an object
   * is returned as a reply, not thrown.
   * @throws S3Problem
   */
  call(asked: Asked): Promise<Response>;
  /**
   * Like `call`, but parses the body as XML.
   * @throws S3Problem, also for errors that servers send with status 200
   */
  callXml(asked: Asked): Promise<Record<string, unknown>>;
  /** Returns a URL that needs no further signature and is valid for `seconds`. */
  presign(asked: Asked & { endpoint: string; seconds: number }): Promise<string>;
  /** Milliseconds by which the server's clock was ahead of ours in its last reply; null before the first. */
  clockAheadMs(): number | null;
}

const TRIES = 4;
const FIRST_WAIT_MS = 100;
/** Time limit for the reply's headers; enough to send a part of 16 MiB on a slow connection. */
const HEAD_MS = 60_000;

const xml = new XMLParser({ parseTagValue: false, ignoreAttributes: true });

/** Signed requests (AWS Signature Version 4), retried when the server is busy or the connection breaks. */
export async function openCaller(settings: S3Settings): Promise<Caller> {
  // The library is loaded on demand, because installations that keep their files on disk don't need it.
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({ ...settings, service: 's3' });
  let aheadMs: number | null = null;

  async function once({ method, headers, body, ...asked }: Asked): Promise<Response> {
    const payload = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const request = await client.sign(addressOf(settings, settings.endpoint, asked), {
      method,
      // With this header the server refuses a body whose hash differs.
      headers: { ...headers, 'x-amz-content-sha256': payload },
      ...(body && { body: new Uint8Array(body) }),
    });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${HEAD_MS / 1000} s`)), HEAD_MS);
    const reply = await callService(request, { signal: late.signal }).finally(() => clearTimeout(timer));
    const date = Date.parse(reply.headers.get('date') ?? '');
    if (!Number.isNaN(date)) aheadMs = date - Date.now();
    return reply;
  }

  async function call(asked: Asked): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const last = attempt === TRIES;
      try {
        const reply = await once(asked);
        if (reply.ok || reply.status === 416 || (reply.status === 404 && isGiven(asked))) return reply;
        const problem = await problemOf(reply, asked, settings);
        if (last || (reply.status < 500 && reply.status !== 429)) throw problem;
      } catch (error) {
        if (error instanceof S3Problem) throw error;
        if (last) throw unanswered(error, settings);
      }
      await wait(FIRST_WAIT_MS * 4 ** (attempt - 1));
    }
  }

  return {
    call,
    async callXml(asked) {
      const reply = await call(asked);
      const read = xml.parse(await reply.text()) as Record<string, unknown>;
      if (read.Error) throw problemFrom(read.Error, reply.status, asked, settings);
      return read;
    },
    async presign({ endpoint, seconds, ...asked }) {
      const url = new URL(addressOf(settings, endpoint, asked));
      url.searchParams.set('X-Amz-Expires', String(seconds));
      const signed = await client.sign(url.href, { method: asked.method, aws: { signQuery: true } });
      return signed.url;
    },
    clockAheadMs: () => aheadMs,
  };
}

/** Whether 404 is a normal answer: an object may be missing, but the bucket must exist. */
const isGiven = ({ method, key }: Asked): boolean =>
  key !== undefined && ['GET', 'HEAD', 'DELETE'].includes(method);

/** Returns an object's URL with the bucket in the path, a style that every object storage accepts. */
function addressOf(
  { bucket }: S3Settings,
  endpoint: string,
  { key = '', query = {} }: Omit<Asked, 'method'>,
) {
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/');
  const url = new URL(`${endpoint}/${key === '' ? encodeURIComponent(bucket) : path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

async function problemOf(reply: Response, asked: Asked, settings: S3Settings): Promise<S3Problem> {
  const text = await reply.text().catch(() => '');
  const read = text.startsWith('<') ? (xml.parse(text) as { Error?: unknown }) : {};
  return problemFrom(read.Error, reply.status, asked, settings);
}

function problemFrom(
  error: unknown,
  status: number,
  { method, key }: Asked,
  { bucket }: S3Settings,
): S3Problem {
  const code = String((error as { Code?: unknown } | undefined)?.Code ?? '');
  const what = `${method} of ${key || 'the bucket'}`;
  return new S3Problem(`The storage refused ${what} in ${bucket}: ${status} ${code || 'without a reason'}.`, {
    status,
    code,
  });
}

function unanswered(error: unknown, { endpoint }: S3Settings): S3Problem {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
  return new S3Problem(`The storage at ${endpoint} does not answer: ${reason}.`, {
    status: 0,
    code: '',
    cause: error,
  });
}
