import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured lines on stdout; anything that could open a door is blacked out before it is written. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
  });
}
