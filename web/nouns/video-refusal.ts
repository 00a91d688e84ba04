import { mediaErrors } from '#contract/errors/media.ts';
import type { MediaFile } from '#contract/media/media.ts';

/** Returns the title and message of the rule that a refused video breaks. */
export function refusalOfVideo({ refusal }: Pick<MediaFile, 'refusal'>): { title: string; message: string } {
  const known = Object.hasOwn(mediaErrors, refusal ?? '') ? (refusal as keyof typeof mediaErrors) : null;
  const { title, detail } = mediaErrors[known ?? 'file_unreadable'];
  return { title, message: detail };
}
