import type { ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * Returns the security headers of every reply. `frames` are the origins that a page may embed, `media` those
 * that serve videos. They are computed once: writing the same policy for each request took a tenth of its
 * time.
 */
export function securityHeaders(
  appUrl: string,
  frames: readonly string[] = [],
  media: readonly string[] = [],
): Record<string, string> {
  const https = appUrl.startsWith('https:');
  const guard = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Radix, sonner and charts set style attributes when they position elements (docs/decisions).
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:', ...media],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        frameSrc: frames.length > 0 ? [...frames] : ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: https ? [] : null,
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const headers: Record<string, string> = {};
  const reply = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  guard({} as never, reply as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

/**
 * Returns the policy for a document that encodes video: WebAssembly may be compiled, and workers may be made
 * of blobs. Every other document forbids both.
 */
export const forEncoding = (policy: string): string =>
  policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval';worker-src 'self' blob:");

/** Returns the policy for the API reference, whose search runs in a worker made of a blob. */
export const forViewer = (policy: string): string =>
  policy.replace("script-src 'self'", "script-src 'self';worker-src 'self' blob:");
