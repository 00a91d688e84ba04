import type { FastifyReply } from 'fastify';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
  main { box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid GrayText; border-radius: .75rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  label, input { display: block; width: 100%; box-sizing: border-box; }
  input { font: inherit; padding: .625rem .75rem; margin: .25rem 0 1rem; border: 1px solid GrayText; border-radius: .5rem; }
  [type=checkbox] { display: inline; width: auto; margin: 0 .5rem 1rem 0; }
  .buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
  button { flex: 1; font: inherit; padding: .625rem; border-radius: .5rem; border: 1px solid GrayText; cursor: pointer; }
  button[value=allow], button.main { background: CanvasText; color: Canvas; }
  [role=alert] { border-left: .25rem solid #c22; padding-left: .75rem; }
  video, main img { display: block; width: 100%; max-height: 70vh; background: #000; border-radius: .5rem; }
  small { display: block; margin-top: 1rem; }`;

/** A plain HTML page without scripts. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sends a page with headers that forbid scripts and, unless ancestors are named, framing. */
export function asPage(reply: FastifyReply, more = '', frameAncestors = "'none'"): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${frameAncestors}${more}`,
    )
    .header('cache-control', 'no-store');
}
