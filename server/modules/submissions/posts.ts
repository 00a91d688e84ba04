import type { PostPlatform } from '#contract/platform.ts';

/** A post as its platform describes it to its owner. */
export interface FoundPost {
  connectionId: string;
  caption: string;
  postedAt: Date;
  durationSeconds: number | null;
  counts: {
    views: number;
    likes: number | null;
    comments: number | null;
    shares: number | null;
    source: string;
    countingRule: string;
  };
}

export type FindPostResult =
  | { kind: 'found'; post: FoundPost }
  | { kind: 'no_connection' }
  /** The platform can't show it: deleted, private or never there. */
  | { kind: 'not_found' }
  | { kind: 'not_yours' }
  | { kind: 'unavailable' };

/** Asks the platform for a post through the person's connected accounts. */
export type FindPost = (userId: string, platform: PostPlatform, postId: string) => Promise<FindPostResult>;

/** Follows a platform's short link to the post's own address; null when it leads nowhere. */
export type ResolveShortLink = (url: string) => Promise<string | null>;
