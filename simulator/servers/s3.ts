import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';

/**
 * The part of an object storage's API that the product uses. Signatures and hashes are checked as AWS does.
 */
export interface SimulatedS3 {
  endpoint: string;
  objects: Map<string, StoredObject>;
  /** Parts of unfinished uploads, by upload id. */
  uploads: Map<
    string,
    { key: string; since: Date; parts: Map<number, Buffer>; headers: Record<string, string> }
  >;
  /** Answers the next `times` requests with this status. */
  fail(times: number, status: number): void;
  close(): void;
}

interface StoredObject {
  body: Buffer;
  headers: Record<string, string>;
  modified: Date;
}

interface Keys {
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const LEAST_PART_BYTES = 5 * 1024 * 1024;
const LISTED_AT_ONCE = 1000;

class Refused extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

export async function simulateS3(keys: Keys): Promise<SimulatedS3> {
  const objects: SimulatedS3['objects'] = new Map();
  const uploads: SimulatedS3['uploads'] = new Map();
  let failing = { times: 0, status: 500 };
  const server = createServer((request, reply) => {
    answer(request, reply).catch((error: unknown) => {
      const { status, message } = error instanceof Refused ? error : { status: 500, message: String(error) };
      reply.writeHead(status, { 'content-type': 'application/xml' });
      reply.end(request.method === 'HEAD' ? '' : `<Error><Code>${message}</Code></Error>`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const url = new URL(request.url!, endpoint);
    if (failing.times-- > 0) throw new Refused(failing.status, 'SlowDown');
    await checkSignature(request, url, body, keys);
    const [bucket = '', ...path] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    if (bucket !== keys.bucket) throw new Refused(404, 'NoSuchBucket');
    const call: Call = { request, reply, url, body, key: path.join('/'), objects, uploads };
    reply.setHeader('date', new Date().toUTCString());
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) return multipart(call);
    if (call.key === '') return list(call);
    return object(call);
  }

  return {
    endpoint,
    objects,
    uploads,
    fail: (times, status) => {
      failing = { times, status };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Call extends Pick<SimulatedS3, 'objects' | 'uploads'> {
  request: IncomingMessage;
  reply: ServerResponse;
  url: URL;
  body: Buffer;
  key: string;
}

async function checkSignature(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { accessKeyId, secretAccessKey }: Keys,
): Promise<void> {
  const given = { accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1', method: request.method! };
  if (url.searchParams.has('X-Amz-Signature')) {
    const seconds = Number(url.searchParams.get('X-Amz-Expires'));
    const datetime = url.searchParams.get('X-Amz-Date')!;
    const since = Date.parse(datetime.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));
    if (Date.now() > since + seconds * 1000) throw new Refused(403, 'AccessDenied');
    const bare = new URL(url);
    for (const name of ['Signature', 'Credential', 'Algorithm', 'SignedHeaders', 'Date'])
      bare.searchParams.delete(`X-Amz-${name}`);
    const signed = await new AwsV4Signer({ ...given, url: bare.href, datetime, signQuery: true }).sign();
    const right = new URL(signed.url).searchParams.get('X-Amz-Signature');
    if (right !== url.searchParams.get('X-Amz-Signature')) throw new Refused(403, 'SignatureDoesNotMatch');
    return;
  }
  const { authorization = '', 'x-amz-date': datetime = '', 'x-amz-content-sha256': hash } = request.headers;
  if (!authorization.includes(`Credential=${accessKeyId}/`)) throw new Refused(403, 'InvalidAccessKeyId');
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(
    names.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]),
  );
  const signer = new AwsV4Signer({ ...given, url: url.href, headers, datetime: String(datetime) });
  const right = (await signer.sign()).headers.get('authorization');
  if (right !== authorization) throw new Refused(403, 'SignatureDoesNotMatch');
  if (createHash('sha256').update(body).digest('hex') !== hash)
    throw new Refused(400, 'XAmzContentSHA256Mismatch');
}

function object({ request, reply, url, body, key, objects }: Call): void {
  const found = objects.get(key);
  if (request.method === 'PUT') {
    if (found && request.headers['if-none-match'] === '*') throw new Refused(412, 'PreconditionFailed');
    const from = copied(request, objects);
    objects.set(key, from ?? { body, headers: metadataOf(request), modified: new Date() });
    reply.setHeader('etag', etagOf(from?.body ?? body));
    return void reply.end(
      from ? `<CopyObjectResult><ETag>${etagOf(from.body)}</ETag></CopyObjectResult>` : '',
    );
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void reply.writeHead(204).end();
  }
  if (!found) throw new Refused(404, 'NoSuchKey');
  const shown: Record<string, string> = { ...found.headers, 'accept-ranges': 'bytes' };
  for (const [name, value] of url.searchParams)
    if (name.startsWith('response-')) shown[name.slice('response-'.length)] = value;
  shown['last-modified'] = found.modified.toUTCString();
  const size = found.body.length;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === '' && to === '') {
    reply.writeHead(200, { ...shown, 'content-length': size });
    return void reply.end(request.method === 'HEAD' ? undefined : found.body);
  }
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw new Refused(416, 'InvalidRange');
  reply.writeHead(206, {
    ...shown,
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': end - start + 1,
  });
  reply.end(found.body.subarray(start, end + 1));
}

function list({ reply, url, objects }: Call): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const page = names.slice(0, LISTED_AT_ONCE);
  const rows = page.map((name) => {
    const { body, modified } = objects.get(name)!;
    return `<Contents><Key>${name}</Key><Size>${body.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`;
  });
  const more = names.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  reply.end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`);
}

function multipart({ request, reply, url, body, key, objects, uploads }: Call): void {
  const id = url.searchParams.get('uploadId');
  if (request.method === 'GET') {
    const prefix = url.searchParams.get('prefix') ?? '';
    const rows = [...uploads]
      .filter(([, upload]) => upload.key.startsWith(prefix))
      .map(
        ([upload, { key: name, since }]) =>
          `<Upload><Key>${name}</Key><UploadId>${upload}</UploadId><Initiated>${since.toISOString()}</Initiated></Upload>`,
      );
    return void reply.end(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
  }
  if (id === null) {
    const made = randomUUID();
    uploads.set(made, { key, since: new Date(), parts: new Map(), headers: metadataOf(request) });
    const text = `<UploadId>${made}</UploadId>`;
    return void reply.end(`<InitiateMultipartUploadResult>${text}</InitiateMultipartUploadResult>`);
  }
  const upload = uploads.get(id);
  if (!upload || upload.key !== key) throw new Refused(404, 'NoSuchUpload');
  if (request.method === 'DELETE') {
    uploads.delete(id);
    return void reply.writeHead(204).end();
  }
  if (request.method === 'PUT') {
    const from = copied(request, objects);
    const part = from?.body ?? body;
    upload.parts.set(Number(url.searchParams.get('partNumber')), part);
    reply.setHeader('etag', etagOf(part));
    return void reply.end(from ? `<CopyPartResult><ETag>${etagOf(part)}</ETag></CopyPartResult>` : '');
  }
  const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, part]) => part);
  const named = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag>/g)].map((match) => match[1]);
  if (named.join() !== parts.map((part) => etagOf(part).replaceAll('"', '&quot;')).join())
    throw new Refused(400, 'InvalidPart');
  if (parts.slice(0, -1).some((part) => part.length < LEAST_PART_BYTES))
    throw new Refused(400, 'EntityTooSmall');
  objects.set(key, { body: Buffer.concat(parts), headers: upload.headers, modified: new Date() });
  uploads.delete(id);
  reply.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function copied({ headers }: IncomingMessage, objects: Call['objects']): StoredObject | null {
  const source = headers['x-amz-copy-source'];
  if (typeof source !== 'string') return null;
  const from = objects.get(decodeURI(source).split('/').slice(2).join('/'));
  if (!from) throw new Refused(404, 'NoSuchKey');
  return { ...from, modified: new Date() };
}

const metadataOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
    ),
  );
