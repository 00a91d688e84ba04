import type { Layer } from './growth.ts';

/** Views bought from a seller. */
export interface Package {
  views: number;
  fromHours: number;
  /** Hours that the delivery takes. */
  hours: number;
  likesPerView?: number;
  commentsPerView?: number;
  sharesPerView?: number;
  /** Spread of the delivery speed; sellers' scripts run at a near constant speed. */
  noise?: number;
}

/** A bought package: constant speed, day and night, that stops at the end. */
export function delivery(bought: Package): Layer {
  return {
    views: bought.views,
    noise: bought.noise ?? 0.03,
    boughtFromHours: bought.fromHours,
    rate: (hours) => (hours >= bought.fromHours && hours < bought.fromHours + bought.hours ? 1 : 0),
    likesPerView: bought.likesPerView ?? 0.0002,
    commentsPerView: bought.commentsPerView ?? 0,
    sharesPerView: bought.sharesPerView ?? 0,
  };
}
