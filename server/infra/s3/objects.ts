import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Caller, openCaller } from './call.ts';
import { openMultipart } from './multipart.ts';
import type { S3Settings } from './settings.ts';

export interface ListedObject {
  key: string;
  bytes: number;
  modifiedMs: number;
}

/**
 * The reply to a GET: the whole object, a range of it (206), or an error because the range is outside the
 * object (416).
 */
export interface GivenObject {
  status: 200 | 206 | 416;
  headers: { 'content-length'?: string; 'content-range'?: string };
  bytes: Readable;
}

/** The headers with which a presigned URL serves the object. */
export interface Shown {
  contentType: string;
  disposition: string;
  caching: string;
}

const LISTED_AT_ONCE = '1000';
const REMOVED_AT_ONCE = 8;

/** Objects in a bucket. All throw S3Problem when the server refuses or does not answer. */
export async function openS3(settings: S3Settings) {
  const caller = await openCaller(settings);
  return {
    settings,
    clockAheadMs: caller.clockAheadMs,
    ...listing(caller),
    ...reading(caller),
    ...writing(caller, settings.bucket),
    ...openMultipart(caller, settings.bucket),
  };
}

function listing({ call, callXml }: Caller) {
  async function* list(prefix: string): AsyncGenerator<ListedObject> {
    let token: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', 'max-keys': LISTED_AT_ONCE, prefix };
      if (token) query['continuation-token'] = token;
      const { ListBucketResult: page } = (await callXml({ method: 'GET', query })) as {
        ListBucketResult: Page;
      };
      for (const one of manyOf(page.Contents))
        yield { key: one.Key, bytes: Number(one.Size), modifiedMs: Date.parse(one.LastModified) };
      token = page.IsTruncated === 'true' ? (page.NextContinuationToken ?? null) : null;
    } while (token);
  }
  const remove = async (key: string): Promise<void> => {
    await (await call({ method: 'DELETE', key })).body?.cancel();
  };
  return {
    list,
    remove,
    /** Removes every object whose key has this prefix. */
    async removeAll(prefix: string): Promise<void> {
      const under: Promise<void>[] = [];
      for await (const { key } of list(prefix)) {
        under.push(remove(key));
        if (under.length >= REMOVED_AT_ONCE) await Promise.all(under.splice(0));
      }
      await Promise.all(under);
    },
  };
}

const reading = ({ call, presign }: Caller) => ({
  /** Returns the object's size, stored hash and time; null without such an object. */
  async head(key: string): Promise<{ bytes: number; sha256: string | null; modifiedMs: number } | null> {
    const { status, headers } = await call({ method: 'HEAD', key });
    if (status === 404) return null;
    return {
      bytes: Number(headers.get('content-length')),
      sha256: headers.get('x-amz-meta-sha256'),
      modifiedMs: Date.parse(headers.get('last-modified') ?? ''),
    };
  },
  /** Returns null without such an object. `range` is a header's value. */
  async get(key: string, range?: string): Promise<GivenObject | null> {
    const reply = await call({ method: 'GET', key, ...(range && { headers: { range } }) });
    if (reply.status === 404) {
      await reply.body?.cancel();
      return null;
    }
    const header = (name: string) => reply.headers.get(name) ?? undefined;
    const [length, span] = [header('content-length'), header('content-range')];
    return {
      status: reply.status as GivenObject['status'],
      headers: { ...(length && { 'content-length': length }), ...(span && { 'content-range': span }) },
      bytes: reply.body ? Readable.fromWeb(reply.body as ReadableStream) : Readable.from([]),
    };
  },
  /** Returns a URL at this endpoint by which anyone can read the object for `seconds`. */
  link: (key: string, endpoint: string, seconds: number, { contentType, disposition, caching }: Shown) =>
    presign({
      ...{ method: 'GET', key, endpoint, seconds },
      query: {
        'response-content-type': contentType,
        'response-content-disposition': disposition,
        'response-cache-control': caching,
      },
    }),
});

const writing = ({ call, callXml }: Caller, bucket: string) => ({
  /** Creates the bucket, and fails if it already exists. */
  async makeBucket(): Promise<void> {
    await (await call({ method: 'PUT' })).body?.cancel();
  },
  async put(key: string, body: Buffer, metadata: Record<string, string> = {}): Promise<void> {
    await (await call({ method: 'PUT', key, body, headers: asHeaders(metadata) })).body?.cancel();
  },
  /**
   * Stores a new object.
   * @throws S3Problem with status 412 when the object exists
   */
  async putNew(key: string, body: Buffer): Promise<void> {
    await (await call({ method: 'PUT', key, body, headers: { 'if-none-match': '*' } })).body?.cancel();
  },
  /** Lets the server copy the object, so that no byte passes through this process. */
  async copy(from: string, to: string): Promise<void> {
    const source = encodeURI(`/${bucket}/${from}`);
    await callXml({ method: 'PUT', key: to, headers: { 'x-amz-copy-source': source } });
  },
});

export type Bucket = Awaited<ReturnType<typeof openS3>>;

interface Page {
  Contents?: Contents | Contents[];
  IsTruncated?: string;
  NextContinuationToken?: string;
}

interface Contents {
  Key: string;
  Size: string;
  LastModified: string;
}

/** Always returns a list: the XML parser returns an object for one element and a list for several. */
const manyOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const asHeaders = (metadata: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]));
