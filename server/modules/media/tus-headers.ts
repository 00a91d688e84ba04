import type { ErrorCode } from '#contract/errors.ts';
import { SOURCE_MAX_BYTES } from '#contract/limits.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Announced } from './start-upload.ts';

/** The server's version and extensions (tus 1.0.0, https://tus.io/protocols/resumable-upload). */
export const TUS_VERSION = '1.0.0';
export const tusOptions = {
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,expiration,termination',
  'tus-max-size': String(SOURCE_MAX_BYTES),
};

type Headers = Record<string, string | string[] | undefined>;

const NAME_MAX = 255;
const FINGERPRINT = /^[0-9a-f]{64}$/;

/** Reads the file that a creation announces by `Upload-Length` and `Upload-Metadata`. */
export function readAnnounced(
  headers: Headers,
): Outcome<Announced, Extract<ErrorCode, 'invalid_input' | 'file_too_large'>> {
  const sizeBytes = readCount(headers['upload-length']);
  if (!sizeBytes) return invalid('Upload-Length', 'Required: the size of the file in bytes.');
  if (sizeBytes > SOURCE_MAX_BYTES) return refuse('file_too_large');
  const metadata = readMetadata(String(headers['upload-metadata'] ?? ''));
  if (!metadata) return invalid('Upload-Metadata', 'Pairs of a key and a value in Base64, each key once.');
  const fileName = metadata.get('filename') ?? '';
  if (fileName === '' || fileName.length > NAME_MAX || fileName.includes('\0')) {
    return invalid('Upload-Metadata', `Required: "filename", at most ${NAME_MAX} characters.`);
  }
  const fingerprint = metadata.get('fingerprint') ?? null;
  if (fingerprint !== null && !FINGERPRINT.test(fingerprint)) {
    return invalid('Upload-Metadata', '"fingerprint" is a SHA-256 of 64 hexadecimal digits.');
  }
  return { fileName, sizeBytes, contentType: metadata.get('filetype') ?? '', fingerprint };
}

/** Reads `Upload-Offset`: the position at which the request's bytes begin. */
export function readOffset(headers: Headers): Outcome<number, 'invalid_input'> {
  return (
    readCount(headers['upload-offset']) ?? invalid('Upload-Offset', 'Required: a whole number of bytes.')
  );
}

/** Refuses a request that names a method which is not allowed here (server/http/method-override.ts). */
export const wrongMethod = (): Outcome<never, 'invalid_input'> =>
  invalid('X-HTTP-Method-Override', 'A POST can name HEAD, PATCH or DELETE here; other requests name none.');

/** Encodes pairs as an `Upload-Metadata` header. */
export const writeMetadata = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

function readMetadata(text: string): Map<string, string> | null {
  const pairs = new Map<string, string>();
  for (const pair of text === '' ? [] : text.split(',')) {
    const [key, value = '', ...more] = pair.trim().split(' ');
    if (!key || more.length > 0 || pairs.has(key) || !BASE64.test(value)) return null;
    pairs.set(key, Buffer.from(value, 'base64').toString());
  }
  return pairs;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Reads a byte count that JavaScript can represent exactly; null for anything else. */
function readCount(text: string | string[] | undefined): number | null {
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return null;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : null;
}

const invalid = (field: string, detail: string) => refuse('invalid_input', { field, detail });
