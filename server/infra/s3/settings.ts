/** A bucket on AWS, Ceph, MinIO or another server with the same protocol. */
export interface S3Settings {
  /** Origin without a trailing slash; buckets are named in the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The server refused a request, or did not answer it (`status` 0). */
export class S3Problem extends Error {
  readonly status: number;
  readonly code: string;
  constructor(text: string, { status, code, cause }: { status: number; code: string; cause?: unknown }) {
    super(text, { cause });
    this.status = status;
    this.code = code;
  }
}
