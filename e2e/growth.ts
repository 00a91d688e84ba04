/**
 * Returns an evening's growth: 15,000 views in 40 hours, fewer each hour, with the usual likes by default.
 */
export const evening = (likesPerView = 0.06) =>
  Array.from({ length: 41 }, (_, hours) => {
    const views = Math.round((15_000 * (1 - Math.exp(-hours / 9))) / (1 - Math.exp(-40 / 9)));
    return { hours, views, likes: Math.round(views * likesPerView), comments: Math.round(views * 0.002) };
  });
