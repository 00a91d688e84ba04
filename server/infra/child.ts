import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SECOND } from './clock.ts';

export interface ChildLimits {
  /** Of wall time; the child is killed then. */
  ms: number;
  /** Of JavaScript's own heap. */
  heapMb: number;
  /** Of everything that it writes to; held by Linux alone. */
  memoryMb: number;
  outputBytes: number;
}

const SHELL = '/bin/sh';
/** The time of its processors too, which ends it when nobody is left to kill it. */
const limited = 'ulimit -d "$1"; ulimit -t "$2"; niceness="$3"; shift 3; exec nice -n "$niceness" "$@"';

/** How a program is started with these limits where the system has them; `niceness` leaves the processor to others. */
export function limitedCommand(
  program: string[],
  { ms, memoryMb }: Pick<ChildLimits, 'ms' | 'memoryMb'>,
  niceness = 0,
): string[] {
  if (process.platform !== 'linux' || !existsSync(SHELL)) return program;
  const seconds = 2 * Math.ceil(ms / SECOND);
  return [SHELL, '-c', limited, SHELL, `${memoryMb * 1024}`, `${seconds}`, `${niceness}`, ...program];
}

const [NODE_MAJOR = 0] = process.versions.node.split('.').map(Number);
/** Address space for machine code that Node keeps from 24 on: it is hardly used, and the system counts all of it. */
const RESERVED_MB = NODE_MAJOR >= 24 ? 512 : 0;

/**
 * Runs Node on what strangers sent, in a process of its own without our environment: one that hangs or eats memory takes
 * nothing else along. Resolves with what it printed; null when it crashed, took too long or said too much.
 * @throws when it could not be started, which says nothing of what it was to read
 */
export function runChild(args: string[], limits: ChildLimits, input?: Buffer): Promise<Buffer | null> {
  const node = [process.execPath, `--max-old-space-size=${limits.heapMb}`, ...args];
  const command = limitedCommand(node, { ...limits, memoryMb: limits.memoryMb + RESERVED_MB });
  return new Promise((resolve, reject) => {
    const child = execFile(
      command[0]!,
      command.slice(1),
      {
        timeout: limits.ms,
        killSignal: 'SIGKILL',
        maxBuffer: limits.outputBytes,
        encoding: 'buffer',
        env: {},
        // Packages that the program asks for are found from here.
        cwd: import.meta.dirname,
      },
      (error, printed) => {
        if (child.pid === undefined) reject(error);
        else resolve(error ? null : printed);
      },
    );
    // A child that died early closes its end; the callback above tells.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/**
 * How Node runs a program of ours: built beside the server under this name, or, where that runs from its sources, bundled at
 * its first use.
 */
export async function childProgram(source: URL, name: string): Promise<string[]> {
  if (!import.meta.url.endsWith('.ts')) return [fileURLToPath(new URL(`./${name}.js`, import.meta.url))];
  const { buildSync } = await import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
  });
  return ['--input-type=module', '-e', outputFiles[0]!.text];
}
