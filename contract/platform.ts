/** The platforms whose posts are paid, in the order in which the product names them. */
export const postPlatforms = ['tiktok', 'youtube', 'instagram'] as const;

export type PostPlatform = (typeof postPlatforms)[number];

/** What people read: the bare name of the platform. */
export const platformNames: Record<PostPlatform, string> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  instagram: 'Instagram',
};
