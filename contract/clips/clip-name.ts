import { z } from 'zod';

/** The fields that tell a clip from others of the same person in a list; the caption is '' if none is known. */
export const clipNameFields = { caption: z.string(), url: z.string() };
