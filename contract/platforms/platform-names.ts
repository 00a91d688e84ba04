import { platforms, postPlatforms } from './platforms.ts';

/** "TikTok, YouTube and Instagram": the platforms whose posts are paid. */
export const namesText = (last: 'and' | 'or'): string =>
  postPlatforms
    .map((platform) => platforms[platform].name)
    .join(', ')
    .replace(/, ([^,]*)$/, ` ${last} $1`);
