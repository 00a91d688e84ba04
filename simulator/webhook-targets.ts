/** The receivers of TikTok's and Meta's reports of a removed consent; absent when none are sent. */
export interface ConsentTargets {
  tiktok?: { url: string; clientKey: string; clientSecret: string };
  instagram?: { url: string; clientSecret: string };
}

/** The receiver of Stripe's events, and the secret that signs them. */
export interface StripeTarget {
  url: string;
  secret: string;
}
