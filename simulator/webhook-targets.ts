/** Where TikTok and Meta report a removed consent; absent: nowhere. */
export interface ConsentTargets {
  tiktok?: { url: string; clientKey: string; clientSecret: string };
  instagram?: { url: string; clientSecret: string };
}

/** Where Stripe's events go, signed with this secret. */
export interface StripeTarget {
  url: string;
  secret: string;
}
