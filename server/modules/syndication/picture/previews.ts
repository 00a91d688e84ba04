import { boundedQueue } from '#server/infra/bounded-queue.ts';
import type { DrawPicture, PreviewTexts } from './draw.ts';

/** How many pictures are kept, each some twenty kilobytes. */
const KEPT = 200;

/** Pictures of shared links: drawn once for each state of what they tell, one after the other. */
export class PreviewPictures {
  readonly #known = new Map<string, { texts: string; picture: Promise<Buffer> }>();
  readonly #draw: DrawPicture;
  /** One at a time, so that a burst of links leaves the processors to whom the pages serve. */
  readonly #queue = boundedQueue({ atOnce: 1, waiting: 40, retryAfterSeconds: 5 });

  constructor(draw: DrawPicture) {
    this.#draw = draw;
  }

  /** Whether the picture at this place is drawn already. */
  has(place: string, texts: PreviewTexts): boolean {
    return this.#known.get(place)?.texts === JSON.stringify(texts);
  }

  /** @throws when it can't be drawn, or too many wait already */
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
