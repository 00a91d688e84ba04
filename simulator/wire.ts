import type { FastifyRequest } from 'fastify';

/** Returns the query of a request, in which names may repeat. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://localhost').searchParams;
}

/** Returns the form fields of a request; empty when the body is not a form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** Returns the JSON object in the body, or an empty one. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body;
  return typeof body === 'object' && body !== null && !(body instanceof URLSearchParams)
    ? (body as Record<string, unknown>)
    : {};
}

/** Returns the texts of the JSON object in the body. */
export function jsonFieldsOf(request: FastifyRequest): URLSearchParams {
  const texts = Object.entries(bodyOf(request)).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(texts as [string, string][]);
}

/** Returns the values of a name, which may be repeated, comma-separated, or both. */
export function listOf(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .filter((value) => value !== '');
}

/** Returns the token of an `Authorization` header with this scheme. */
export function bearerOf(request: FastifyRequest, scheme = 'Bearer'): string | null {
  const header = request.headers.authorization ?? '';
  return header.toLowerCase().startsWith(`${scheme.toLowerCase()} `) ? header.slice(scheme.length + 1) : null;
}

/** Returns the requested fields of an object; platforms omit the others. */
export function pick(source: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in source).map((name) => [name, source[name]]));
}
