import { clipperPlaces } from './clipper.ts';
import { hostPlaces } from './host.ts';
import { notices } from './notices.ts';
import { otherPlaces } from './others.ts';
import type { Place } from './statements.ts';

/** Which field of which reply states which fact, for every role. A new reply is one more line in the list of its reader. */
export const places: Place[] = [...clipperPlaces, ...hostPlaces, ...otherPlaces, ...notices];
