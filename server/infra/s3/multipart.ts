import type { Caller } from './call.ts';

/** The size of every part except the last. Servers accept no less than 5 MiB. */
export const PART_BYTES = 16 * 1024 * 1024;

type Part = { body: Buffer } | { copiedFrom: string };

/** Objects that are uploaded in parts, and the parts of unfinished uploads. */
export function openMultipart({ call, callXml }: Pick<Caller, 'call' | 'callXml'>, bucket: string) {
  const abort = async (key: string, uploadId: string): Promise<void> => {
    const reply = await call({ method: 'DELETE', key, query: { uploadId } });
    await reply.body?.cancel();
  };

  async function send(key: string, uploadId: string, number: number, part: Part): Promise<string> {
    const query = { partNumber: String(number), uploadId };
    if ('copiedFrom' in part) {
      const headers = { 'x-amz-copy-source': encodeURI(`/${bucket}/${part.copiedFrom}`) };
      const { CopyPartResult } = (await callXml({ method: 'PUT', key, query, headers })) as {
        CopyPartResult: { ETag: string };
      };
      return CopyPartResult.ETag;
    }
    const reply = await call({ method: 'PUT', key, query, body: part.body });
    await reply.body?.cancel();
    return reply.headers.get('etag') ?? '';
  }

  return {
    /** Makes one object of these parts. Nobody can read the object before it is complete. */
    async assemble(
      key: string,
      parts: AsyncIterable<Part> | Iterable<Part>,
      headers: Record<string, string> = {},
    ): Promise<void> {
      const { InitiateMultipartUploadResult: begun } = (await callXml({
        ...{ method: 'POST', key, query: { uploads: '' }, headers },
      })) as { InitiateMultipartUploadResult: { UploadId: string } };
      const etags: string[] = [];
      try {
        for await (const part of parts) etags.push(await send(key, begun.UploadId, etags.length + 1, part));
        const listed = etags
          .map(
            (etag, index) =>
              `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
          )
          .join('');
        await callXml({
          ...{ method: 'POST', key, query: { uploadId: begun.UploadId } },
          body: Buffer.from(`<CompleteMultipartUpload>${listed}</CompleteMultipartUpload>`),
        });
      } catch (error) {
        // If this call fails, the sweep of old parts removes the parts later.
        await abort(key, begun.UploadId).catch(() => undefined);
        throw error;
      }
    },
    /**
     * Removes parts below a prefix whose upload began before this moment and never finished. Returns the
     * number of uploads.
     */
    async abortUnfinished(prefix: string, before: Date): Promise<number> {
      const { ListMultipartUploadsResult: found } = (await callXml({
        ...{ method: 'GET', query: { uploads: '', prefix } },
      })) as { ListMultipartUploadsResult: { Upload?: Unfinished | Unfinished[] } };
      const uploads = found.Upload === undefined ? [] : [found.Upload].flat();
      const old = uploads.filter(({ Initiated }) => Date.parse(Initiated) < before.getTime());
      for (const { Key, UploadId } of old) await abort(Key, UploadId);
      return old.length;
    },
  };
}

interface Unfinished {
  Key: string;
  UploadId: string;
  Initiated: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
