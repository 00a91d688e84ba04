import { z } from 'zod';

/** Where this server shows a clip's poster, and a small one under `/small`; null: it is drawn. */
export const posterUrl = z.string().nullable();

export const posterPath = (mediaId: string): string => `/posters/${mediaId}`;
