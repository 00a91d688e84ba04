import { boundedQueue } from '#server/infra/bounded-queue.ts';
import type { DrawPicture, PreviewTexts } from './draw.ts';

/** Number of cached pictures, each about twenty kilobytes. */
const KEPT = 200;

/** Preview images, drawn one at a time and cached until their texts change. */
export class PreviewPictures {
  readonly #known = new Map<string, { texts: string; picture: Promise<Buffer> }>();
  readonly #draw: DrawPicture;
  /** Pictures are drawn one at a time, so that a burst of links leaves processor time for pages. */
  readonly #queue = boundedQueue({ atOnce: 1, waiting: 40, retryAfterSeconds: 5 });

  constructor(draw: DrawPicture) {
    this.#draw = draw;
  }

  /** Returns whether the picture for these texts is already drawn. */
  has(place: string, texts: PreviewTexts): boolean {
    return this.#known.get(place)?.texts === JSON.stringify(texts);
  }

  /** @throws when drawing fails or too many requests are waiting */
  get(place: string, texts: PreviewTexts): Promise<Buffer> {
    const written = JSON.stringify(texts);
    const known = this.#known.get(place);
    this.#known.delete(place);
    const next =
      known?.texts === written ? known : { texts: written, picture: this.#queue(() => this.#draw(texts)) };
    this.#known.set(place, next);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
    next.picture.catch(() => {
      if (this.#known.get(place) === next) this.#known.delete(place);
    });
    return next.picture;
  }
}
