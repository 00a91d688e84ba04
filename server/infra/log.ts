import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { currentTrace } from './tracing/trace.ts';

export type Log = Logger;

/** What is noted within a request or the run of a job names its trace. */
function traceOfLine(): { traceId?: string } {
  const trace = currentTrace();
  return trace ? { traceId: trace.traceId } : {};
}

/**
 * What of an error may be written besides type, message and stack. PostgreSQL puts the values of a row into `detail` and
 * `where`, a mail server the addresses into its answer; names of tables and constraints tell enough.
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

/** A rejected value is quoted at the end of PostgreSQL's message; an email address may stand in any. */
const withoutValues = (text: string): string =>
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

/** Structured lines on stdout; anything that could open a door or names a person is taken out before it is written. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: traceOfLine,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
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
  return destination ? pino(options, destination) : pino(options);
}
