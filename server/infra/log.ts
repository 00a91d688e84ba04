import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { MINUTE } from './clock.ts';
import { createRepeats, type LastingFault, QUIET_MS, type Repeats, sentenceOf } from './log-repeats.ts';
import { currentTrace } from './tracing/trace.ts';

export type Log = Logger;

/** The trace id for a line that is written within a request or a job's run. */
function traceOfLine(): { traceId?: string } {
  const trace = currentTrace();
  return trace ? { traceId: trace.traceId } : {};
}

/**
 * Fields of an error that may be logged besides type, message and stack. PostgreSQL puts a row's values into
 * `detail` and `where`, a mail server puts addresses into its answer; table and constraint names are enough.
 */
const SAFE_FIELDS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  'syscall',
  'errno',
  'command',
  'responseCode',
  'statusCode',
] as const;

/**
 * PostgreSQL quotes a rejected value at the end of its message, and any message may contain an email address.
 * Both are removed.
 */
export const withoutValues = (text: string): string =>
  text
    .replace(/^((?:\w*error: )?invalid [^"\n\r\u2028\u2029]*?: )".*"$/gim, '$1"[redacted]"')
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]');

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const safe = SAFE_FIELDS.flatMap((name) => (name in error ? [[name, error[name as keyof Error]]] : []));
  return {
    type,
    message: withoutValues(message),
    stack: withoutValues(stack),
    ...Object.fromEntries(safe),
  };
}

const WARN = 40;
const ERROR = 50;
/**
 * Message of the line that each request writes, whether or not the request fails. These lines are never
 * folded.
 */
const OF_REQUEST = 'request';

/** The recurring faults of each log, which are counted instead of written again. */
const counted = new WeakMap<Log, Repeats>();

/** Lasting faults of this process, for System Health. */
export const lastingFaults = (log: Log): LastingFault[] => counted.get(log)?.lasting() ?? [];

/**
 * Writes a fault once, with its stack. Repeats are counted, and mentioned from time to time and when the
 * fault is over.
 */
function foldRepeats(repeats: Repeats, warn: (line: object, message: string) => void) {
  let timer: NodeJS.Timeout | undefined;
  const sweep = (): void => {
    for (const over of repeats.takeOver())
      warn(
        over.fields,
        `${over.message}: not for ${QUIET_MS / MINUTE} minutes now; it failed ${sentenceOf(over)}`,
      );
    if (!repeats.isEmpty()) return;
    clearInterval(timer);
    timer = undefined;
  };
  /** Returns whether to write the line. */
  return (args: readonly unknown[], level: number): boolean => {
    const [first, text] = args;
    const fields = typeof first === 'object' && first !== null ? first : {};
    const error =
      first instanceof Error ? first : 'err' in fields && fields.err instanceof Error ? fields.err : null;
    const message = String(typeof first === 'string' ? first : (text ?? ''));
    if (message === OF_REQUEST) return true;
    const noted = repeats.note({ message, fields, error, isError: level >= ERROR });
    timer ??= setInterval(sweep, MINUTE).unref();
    if (noted?.isDue)
      warn(noted.repeat.fields, `${message}: it goes on; it failed ${sentenceOf(noted.repeat)}`);
    return noted === null;
  };
}

/** Structured lines on stdout, without secrets and personal data. */
export function createLog(
  level: string,
  destination?: DestinationStream,
  repeats: Repeats = createRepeats(),
): Log {
  let isSummary = false;
  const fold = foldRepeats(repeats, (line, message) => {
    isSummary = true;
    log.warn(line, message);
    isSummary = false;
  });
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: () => (isSummary ? {} : traceOfLine()),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: {
      logMethod(args, method, at) {
        if (at < WARN || isSummary || fold(args, at)) method.apply(this, args);
      },
    },
    redact: {
      paths: [
        'password',
        'token',
        'secret',
        'cookie',
        'authorization',
        '*.password',
        '*.token',
        '*.secret',
        'req.headers',
      ],
      censor: '[redacted]',
    },
  };
  const log: Log = destination ? pino(options, destination) : pino(options);
  counted.set(log, repeats);
  return log;
}
