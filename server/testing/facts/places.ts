import { clipperPlaces } from './clipper.ts';
import { hostPlaces } from './host.ts';
import { notices } from './notices.ts';
import { otherPlaces } from './others.ts';
import type { Place } from './statements.ts';

/**
 * The facts that each field of each reply states, for every role. A new reply is one more line in its
 * reader's list.
 */
export const places: Place[] = [...clipperPlaces, ...hostPlaces, ...otherPlaces, ...notices];
