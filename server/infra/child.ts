import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SECOND } from './clock.ts';

export interface ChildLimits {
  /** Milliseconds of wall time after which the child is killed. */
  ms: number;
  /** Limit of JavaScript's heap, in megabytes. */
  heapMb: number;
  /** Limit of all writable memory, in megabytes; enforced on Linux only. */
  memoryMb: number;
  outputBytes: number;
}

const SHELL = '/bin/sh';
/** The shell also limits processor time, which ends the child even if its parent has died. */
const limited = 'ulimit -d "$1"; ulimit -t "$2"; niceness="$3"; shift 3; exec nice -n "$niceness" "$@"';

/**
 * Returns the command that starts a program with these limits, on systems that support them. A higher
 * `niceness` gives other processes priority.
 */
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
/**
 * Address space that Node 24 and later reserves for machine code. Node hardly uses it, but the system counts
 * all of it.
 */
const RESERVED_MB = NODE_MAJOR >= 24 ? 512 : 0;

/**
 * Runs Node on untrusted input, in a separate process without our environment: a hang or a memory leak can't
 * affect this process. Resolves with its output; null when it crashed, took too long or printed too much.
 * @throws when the child could not be started, which proves nothing about the input
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
        // Node resolves the program's packages from this folder.
        cwd: import.meta.dirname,
      },
      (error, printed) => {
        if (child.pid === undefined) reject(error);
        else resolve(error ? null : printed);
      },
    );
    // Writing to a child that died early fails; the callback above already reports the child's failure.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/**
 * The command by which Node runs one of our programs. In a build this is a file beside the server. When
 * running from source, the program is bundled on first use.
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
