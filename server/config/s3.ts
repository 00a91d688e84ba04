import type { S3Settings } from '#server/infra/s3/settings.ts';
import { ConfigError } from './config-error.ts';
import { isLoopback } from './loopback.ts';

interface Values {
  S3_BUCKET?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_PUBLIC_ENDPOINT?: string | undefined;
}

/** An object storage and our account on it. */
export type S3Account = Omit<S3Settings, 'bucket'>;

/** @throws ConfigError when only a part is set, or the keys would be sent unencrypted to another machine */
export function s3Account(values: Values): S3Account | null {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region } = values;
  if (!accessKeyId || !secretAccessKey) {
    const missing = accessKeyId ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID';
    const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    const set = names.find((name) => values[name]);
    if (set) throw new ConfigError(`${missing} must be set where ${set} is.`);
    return null;
  }
  const endpoint = values.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  for (const name of ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT'] as const) {
    const given = values[name];
    if (given?.startsWith('http:') && !isLoopback(new URL(given).hostname))
      throw new ConfigError(
        `${name} must begin with https:, except on this machine, because what is kept there is private.`,
      );
  }
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/** The bucket of uploaded files; null when they are below DATA_DIR. */
export interface FileBucket {
  settings: S3Settings;
  /** The URL by which browsers reach the bucket; null when this server sends the files' bytes. */
  publicEndpoint: string | null;
}

export function fileBucket(values: Values): FileBucket | null {
  const account = s3Account(values);
  if (!account || !values.S3_BUCKET) return null;
  return {
    settings: { ...account, bucket: values.S3_BUCKET },
    publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? null,
  };
}

/**
 * Reads the account from the environment alone, for a restore: other settings may be lost with the machine.
 */
export function accountIn(env: Record<string, string | undefined>): S3Account | null {
  const given = (name: keyof Values) => env[name]?.trim().replace(/\/$/, '') || undefined;
  return s3Account({
    S3_REGION: given('S3_REGION') ?? 'us-east-1',
    S3_ENDPOINT: given('S3_ENDPOINT'),
    S3_ACCESS_KEY_ID: given('S3_ACCESS_KEY_ID'),
    S3_SECRET_ACCESS_KEY: given('S3_SECRET_ACCESS_KEY'),
  });
}
