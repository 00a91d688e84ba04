import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServedRead } from '#contract/served-reads.ts';
import type { Document, Documents, PageHtml } from './documents.ts';

/** What a page shows to a visitor: its name among the build's drawn pages, and its data. */
export interface VisitorPage {
  name: string;
  reads: readonly ServedRead[];
}

export type RenderPage = (path: string, reads: readonly ServedRead[]) => Promise<PageHtml>;

/** How many documents are kept. */
const KEPT = 300;

/** Pages that are drawn when a visitor asks for them, once for each state of their data. */
export class DrawnPages {
  readonly #known = new Map<string, { reads: string; document: Promise<Document> }>();
  readonly #documents: Documents;
  readonly #render: RenderPage;

  constructor(documents: Documents, render: RenderPage) {
    this.#documents = documents;
    this.#render = render;
  }

  /** @throws when it can't be drawn */
  get(path: string, { name, reads }: VisitorPage): Promise<Document> {
    const written = JSON.stringify(reads);
    const known = this.#known.get(path);
    this.#known.delete(path);
    const next =
      known?.reads === written ? known : { reads: written, document: this.#draw(path, name, reads) };
    this.#known.set(path, next);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
    next.document.catch(() => this.#known.delete(path));
    return next.document;
  }

  async #draw(path: string, name: string, reads: readonly ServedRead[]): Promise<Document> {
    return this.#documents.drawn(name, await this.#render(path, reads), reads);
  }
}

/** The web app's own code, as the build left it beside `webRoot`; loaded when the first page is drawn. Null when it is not there. */
export function builtRenderer(webRoot: string): RenderPage | null {
  const file = join(webRoot, '../prerender/prerender.js');
  if (!existsSync(file)) return null;
  let loading: Promise<{ renderPage: RenderPage }> | undefined;
  return async (path, reads) => {
    loading ??= import(pathToFileURL(file).href) as Promise<{ renderPage: RenderPage }>;
    return await (await loading).renderPage(path, reads);
  };
}
