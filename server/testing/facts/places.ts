import { clipperPlaces } from './clipper.ts';
import { hostPlaces } from './host.ts';
import { notices } from './notices.ts';
import { otherPlaces } from './others.ts';
import type { Place } from './statements.ts';

/**
 * All replies and files of every role, with the facts that each field states. Add a new reply to the list of
 * its reader.
 */
export const places: Place[] = [...clipperPlaces, ...hostPlaces, ...otherPlaces, ...notices];
