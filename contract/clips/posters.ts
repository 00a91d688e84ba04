import { z } from 'zod';

/**
 * Address of a clip's poster on this server; `/small` appended gives a small version. Null if there is none,
 * and the page then draws one.
 */
export const posterUrl = z.string().nullable();

export const posterPath = (mediaId: string): string => `/posters/${mediaId}`;
