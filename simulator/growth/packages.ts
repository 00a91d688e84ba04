import type { Layer } from './growth.ts';

/** Views bought from a seller. */
export interface Package {
  views: number;
  fromHours: number;
  /** Hours that the delivery lasts. */
  hours: number;
  likesPerView?: number;
  commentsPerView?: number;
  sharesPerView?: number;
  /** Spread of the delivery speed, which is small because sellers' scripts run at a nearly constant speed. */
  noise?: number;
}

/** Makes the views of a bought package: constant speed, day and night, until the delivery ends. */
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
