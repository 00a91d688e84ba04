/** The platforms whose posts are paid, in the order in which the product names them. */
export const postPlatforms = ['tiktok', 'youtube', 'instagram'] as const;

export type PostPlatform = (typeof postPlatforms)[number];

/** What people read: the bare name of the platform. */
export const platformNames: Record<PostPlatform, string> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  instagram: 'Instagram',
};

/** What people read where the kind of post matters, as on the Submit Clip form. */
export const formatNames: Record<PostPlatform, string> = {
  tiktok: 'TikTok',
  youtube: 'YouTube Shorts',
  instagram: 'Instagram Reels',
};
