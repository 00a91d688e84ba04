import { z } from 'zod';

/** Address of a clip's poster on this server, with a small one under `/small`; null: the page draws one. */
export const posterUrl = z.string().nullable();

export const posterPath = (mediaId: string): string => `/posters/${mediaId}`;
