import { platforms, postPlatforms } from './platforms.ts';

/** Lists the platforms whose posts are paid: "TikTok, YouTube and Instagram". */
export const namesText = (last: 'and' | 'or'): string =>
  postPlatforms
    .map((platform) => platforms[platform].name)
    .join(', ')
    .replace(/, ([^,]*)$/, ` ${last} $1`);
