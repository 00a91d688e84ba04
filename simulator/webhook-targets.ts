/** The receivers of TikTok's and Meta's reports of a removed consent; absent: none. */
export interface ConsentTargets {
  tiktok?: { url: string; clientKey: string; clientSecret: string };
  instagram?: { url: string; clientSecret: string };
}

/** The receiver of Stripe's events, signed with this secret. */
export interface StripeTarget {
  url: string;
  secret: string;
}
