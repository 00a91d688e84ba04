import type { PostPlatform } from '#contract/platform.ts';

/** What a platform counts for one post at one moment. A null is "not told", never 0. */
export interface ViewCount {
  views: number;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  source: string;
  /** Which definition of a view it is, e.g. "youtube.viewCount@2026-08". */
  countingRule: string;
}

/** Posts of one connected account: platforms batch by account. */
export interface ReadRequest {
  platform: PostPlatform;
  connectionId: string;
  postIds: string[];
}

export type ReadFailure = 'token_dead' | 'quota' | 'transient';

export type ReadResult =
  /** A post that is not in `counts` is gone or private. */
  { ok: true; counts: Map<string, ViewCount> } | { ok: false; failure: ReadFailure; detail: string };

/** Reads counts from the platform's API; never throws for what a platform may do. */
export type ReadViews = (request: ReadRequest, now: Date) => Promise<ReadResult>;
