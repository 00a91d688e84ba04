/**
 * The areas that each app covers with buttons and texts: top, right, bottom and left, as shares of the
 * picture. They were measured on screens of the apps, which change sometimes.
 */
export const safeAreas = {
  tiktok: { name: 'TikTok', top: 0.09, right: 0.14, bottom: 0.2, left: 0.05 },
  youtube: { name: 'Shorts', top: 0.08, right: 0.12, bottom: 0.18, left: 0.04 },
  instagram: { name: 'Reels', top: 0.12, right: 0.12, bottom: 0.2, left: 0.04 },
} as const;

export type SafeArea = keyof typeof safeAreas;
