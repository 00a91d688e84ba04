import type { IncomingMessage } from 'node:http';
import { UPLOADS_PATH } from '#contract/media/media.ts';

const METHODS = ['HEAD', 'PATCH', 'DELETE'];

const overridden = new WeakSet<IncomingMessage>();

/**
 * Changes the method of a POST to the upload routes to the one in its header (tus 1.0.0), because some
 * networks allow only GET and POST. It runs before routing, so access, limits, logs and traces use the
 * changed method.
 */
export function overrideMethod(request: IncomingMessage): void {
  const method = String(request.headers['x-http-method-override']);
  if (request.method !== 'POST' || !METHODS.includes(method)) return;
  const [path] = (request.url ?? '').split('?');
  if (path !== UPLOADS_PATH && !path!.startsWith(`${UPLOADS_PATH}/`)) return;
  request.method = method;
  overridden.add(request);
}

/**
 * Whether the method was overridden. An overridden HEAD was sent as a POST, which a page of another site
 * could send, so it is checked like a POST.
 */
export const wasOverridden = (request: IncomingMessage): boolean => overridden.has(request);
