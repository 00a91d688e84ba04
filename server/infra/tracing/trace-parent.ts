/** The trace that a caller's request belongs to. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/**
 * The form of https://www.w3.org/TR/trace-context/#traceparent-header, in which later versions may add
 * fields.
 */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Null when the header is absent or invalid. */
export function readTraceParent(header: string | string[] | undefined): TraceParent | null {
  const [, version, traceId, spanId, flags, more] = (typeof header === 'string' && FORM.exec(header)) || [];
  if (!version || !traceId || !spanId || !flags) return null;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export const writeTraceParent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
