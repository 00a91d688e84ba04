/**
 * Size of the smallest request. A smaller one would cost more round trips; a larger one would fetch bytes
 * that nobody watches.
 */
export const BLOCK_BYTES = 256 * 1024;
/**
 * Number of blocks kept as `Blob`s, which the browser can move to disk, so that a clip of several minutes is
 * only fetched once.
 */
const MOST_BLOCKS = 1024;
/** Number of blocks whose bytes are also kept in memory. */
const WARM_BLOCKS = 16;

/** Thrown if the server can't return parts of the source. */
export class SourceUnreadable extends Error {}

export interface BlockReader {
  /** Size of the file in bytes; 0 if the file does not exist (204). */
  size(): Promise<number>;
  /** Reads the bytes from `start` up to but not including `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Bytes fetched from the network so far. */
  fetchedBytes(): number;
  /** Returns the kept blocks, so that another reader need not fetch them. */
  held(): Promise<HeldBlocks>;
}

/** Blocks that were fetched and can be given to another reader. */
export interface HeldBlocks {
  /** Size of the whole file in bytes; null while it is unknown. */
  size: number | null;
  blocks: [index: number, bytes: Blob][];
}

const nothing: HeldBlocks = { size: null, blocks: [] };

type Fetch = (url: string, options: { headers: Record<string, string> }) => Promise<Response>;

/** Milliseconds before each retry of a request that got no answer. */
const WAITS_MS = [500, 2_000, 8_000];
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const whyNot = (status: number): string => {
  if (status === 401) return 'You are signed out. Sign in again in another tab.';
  if (status === 403 || status === 404) return 'You can no longer watch this source.';
  return `The source can't be read now (${status}).`;
};

interface Part {
  status: number;
  bytes: Blob;
  /** Size of the whole file in bytes. */
  size: number;
}

/**
 * Sends a request, and retries it after a lost connection or a temporary refusal, so that an export survives
 * a short outage.
 */
async function persistently(ask: () => Promise<Part>, pause: typeof wait): Promise<Part> {
  for (const ms of WAITS_MS) {
    const part = await ask().catch(() => null);
    if (part && part.status !== 429 && part.status < 500) return part;
    await pause(ms);
  }
  return await ask().catch(() => {
    throw new SourceUnreadable('The connection broke off.');
  });
}

/** Returns a function that fetches parts of a file. The parts are empty if the file does not exist. */
function rangesOf(url: string, request: Fetch, pause: typeof wait) {
  let fetched = 0;
  return {
    fetchedBytes: () => fetched,
    /** @throws SourceUnreadable */
    async fetch(from: number, to: number): Promise<Part> {
      const headers = { Range: `bytes=${from}-${to - 1}` };
      const part = await persistently(async () => {
        const reply = await request(url, { headers });
        const { status } = reply;
        if (status === 204) return { status, bytes: new Blob(), size: 0 };
        const bytes = status === 206 ? await reply.blob() : new Blob();
        return { status, bytes, size: Number(reply.headers.get('content-range')?.split('/')[1]) };
      }, pause);
      if (part.status !== 206 && part.status !== 204) throw new SourceUnreadable(whyNot(part.status));
      fetched += part.bytes.size;
      return part;
    },
  };
}

/** Keeps the bytes of the most recently read blocks in memory. */
function warmBytes() {
  const warm = new Map<number, Promise<Uint8Array>>();
  return {
    of(index: number, block: Promise<Blob>): Promise<Uint8Array> {
      const bytes = warm.get(index) ?? block.then(async (kept) => new Uint8Array(await kept.arrayBuffer()));
      warm.delete(index);
      warm.set(index, bytes);
      bytes.catch(() => warm.get(index) === bytes && warm.delete(index));
      if (warm.size > WARM_BLOCKS) warm.delete(warm.keys().next().value!);
      return bytes;
    },
  };
}

interface Options {
  request?: Fetch;
  pause?: typeof wait;
  held?: HeldBlocks | undefined;
  blockBytes?: number;
}

/**
 * Reads a file over HTTP in blocks and keeps the latest 256 MiB of them, so that no second of a video is
 * fetched twice.
 */
export function blockReader(
  url: string,
  {
    request = (...ask) => fetch(...ask),
    pause = wait,
    held = nothing,
    blockBytes = BLOCK_BYTES,
  }: Options = {},
): BlockReader {
  const blocks = new Map(held.blocks.map(([index, bytes]) => [index, Promise.resolve(bytes)]));
  const warm = warmBytes();
  const ranges = rangesOf(url, request, pause);
  let whole = held.size === null ? undefined : Promise.resolve(held.size);

  const keep = (index: number, block: Promise<Blob>) => {
    blocks.delete(index);
    blocks.set(index, block);
    // A block that could not be fetched must not stay in the cache.
    block.catch(() => blocks.get(index) === block && blocks.delete(index));
  };

  const askFor = (from: number, to: number, size: number) => {
    const run = ranges.fetch(from * blockBytes, Math.min(size, (to + 1) * blockBytes));
    for (let index = from; index <= to; index += 1) {
      const at = (index - from) * blockBytes;
      keep(
        index,
        run.then(({ bytes }) => bytes.slice(at, at + blockBytes)),
      );
    }
  };

  const bytesOf = (index: number): Promise<Uint8Array> => {
    const block = blocks.get(index)!;
    keep(index, block);
    const bytes = warm.of(index, block);
    // A block that the browser could not keep must not stay in the cache either.
    bytes.catch(() => blocks.get(index) === block && blocks.delete(index));
    return bytes;
  };

  const size = () => {
    whole ??= ranges.fetch(0, blockBytes).then(({ bytes, size: total }) => {
      keep(0, Promise.resolve(bytes));
      return knownSize(total);
    });
    whole.catch(() => {
      whole = undefined;
    });
    return whole;
  };

  return {
    size,
    fetchedBytes: ranges.fetchedBytes,
    held: () => arrived(blocks, whole),
    async read(start, end) {
      const total = await size();
      const [first, last] = [Math.floor(start / blockBytes), Math.floor((end - 1) / blockBytes)];
      for (const [from, to] of missingRuns(blocks, first, last)) askFor(from, to, total);
      const wanted = [];
      for (let index = first; index <= last; index += 1) wanted.push(bytesOf(index));
      while (blocks.size > Math.max(MOST_BLOCKS, wanted.length)) blocks.delete(blocks.keys().next().value!);
      return joined(await Promise.all(wanted), start - first * blockBytes, end - start);
    },
  };
}

function knownSize(total: number): number {
  if (!Number.isSafeInteger(total)) throw new SourceUnreadable('The source does not say its size.');
  return total;
}

async function arrived(
  blocks: ReadonlyMap<number, Promise<Blob>>,
  whole: Promise<number> | undefined,
): Promise<HeldBlocks> {
  const kept: HeldBlocks['blocks'] = [];
  for (const [index, block] of [...blocks]) {
    const bytes = await block.catch(() => null);
    if (bytes) kept.push([index, bytes]);
  }
  return { size: (await whole?.catch(() => null)) ?? null, blocks: kept };
}

/** Groups neighbouring missing blocks, so that each group needs only one request. */
function missingRuns(blocks: Map<number, unknown>, first: number, last: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let index = first; index <= last; index += 1) {
    if (blocks.has(index)) continue;
    const run = runs.at(-1);
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

function joined(parts: Uint8Array[], skip: number, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = -skip;
  for (const part of parts) {
    const from = Math.max(0, -at);
    whole.set(part.subarray(from, from + length - Math.max(0, at)), Math.max(0, at));
    at += part.length;
  }
  return whole;
}
