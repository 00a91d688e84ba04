import { currentTrace, newSpanId } from './trace.ts';
import { writeTraceParent } from './trace-parent.ts';

export interface ServiceCall {
  headers: { traceparent?: string };
  /** Ends the call's span when the reply arrives or fails. */
  endWith<R extends { status: number }>(reply: Promise<R>): Promise<R>;
}

/** A call that sends no trace header and records nothing. */
export const untracedCall: ServiceCall = { headers: {}, endWith: (reply) => reply };

/**
 * Makes a call part of the trace of the request or job that makes the call. Only the host and port of its URL
 * are recorded, because paths contain tokens.
 */
export function beginCall(method: string, url: string | URL): ServiceCall {
  const trace = currentTrace();
  if (!trace) return untracedCall;
  trace.hasCalled = true;
  const { traceId, recorder, isSampled } = trace;
  const spanId = newSpanId();
  const beganAt = Date.now();
  function end(status: number | null): void {
    if (!recorder || !isSampled) return;
    const { hostname, port, protocol } = new URL(url);
    recorder.record({
      ...{ traceId, spanId, parentId: trace!.spanId, kind: 'call', name: method, beganAt },
      endedAt: Date.now(),
      attributes: {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
        ...(status === null ? {} : { 'http.response.status_code': status }),
      },
      failed: status === null || status >= 400,
    });
  }
  return {
    headers: { traceparent: writeTraceParent({ traceId, spanId, isSampled }) },
    async endWith(reply) {
      try {
        const given = await reply;
        end(given.status);
        return given;
      } catch (error) {
        end(null);
        throw error;
      }
    },
  };
}

/**
 * `fetch` for services that the operator chose. It sends the trace of the request or job. URLs that people
 * choose are called by `outsidePoster`, which sends no trace
 * (docs/decisions/0031-traces-go-to-services-not-to-strangers.md).
 */
export async function callService(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const asked = input instanceof Request ? input : null;
  const call = beginCall(init.method ?? asked?.method ?? 'GET', asked?.url ?? (input as string | URL));
  const headers = new Headers(init.headers ?? asked?.headers);
  for (const [name, value] of Object.entries(call.headers)) headers.set(name, value);
  return await call.endWith(fetch(input, { ...init, headers }));
}
