import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServedRead } from '#contract/wire/served-reads.ts';
import type { Document, Documents, PageHtml } from './documents.ts';

/** A page that the server renders for visitors. */
export interface VisitorPage {
  /** The page's canonical path. Other spellings of it are redirected, so that none is rendered again. */
  at: string;
  reads: readonly ServedRead[];
}

export type RenderPage = (path: string, reads: readonly ServedRead[]) => Promise<PageHtml>;

/** The most documents in the cache. */
const KEPT = 300;

/** Renders pages for visitors, once for each state of their data. */
export class DrawnPages {
  readonly #known = new Map<string, { reads: string; document: Promise<Document> }>();
  readonly #documents: Documents;
  readonly #render: RenderPage;

  constructor(documents: Documents, render: RenderPage) {
    this.#documents = documents;
    this.#render = render;
  }

  /**
   * Returns the page's document.
   * @throws when the page can't be rendered
   */
  get({ at, reads }: VisitorPage): Promise<Document> {
    const written = JSON.stringify(reads);
    const known = this.#known.get(at);
    this.#known.delete(at);
    const next = known?.reads === written ? known : { reads: written, document: this.#draw(at, reads) };
    this.#known.set(at, next);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
    next.document.catch(() => this.#known.delete(at));
    return next.document;
  }

  async #draw(path: string, reads: readonly ServedRead[]): Promise<Document> {
    return this.#documents.drawn(path, await this.#render(path, reads), reads);
  }
}

/**
 * Returns the web app's renderer, which is built beside `webRoot` and loaded with the first page. Null when
 * it is not built.
 */
export function builtRenderer(webRoot: string): RenderPage | null {
  const file = join(webRoot, '../prerender/prerender.js');
  if (!existsSync(file)) return null;
  let loading: Promise<{ renderPage: RenderPage }> | undefined;
  return async (path, reads) => {
    loading ??= import(pathToFileURL(file).href) as Promise<{ renderPage: RenderPage }>;
    return await (await loading).renderPage(path, reads);
  };
}
