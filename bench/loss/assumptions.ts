/**
 * The numbers that the loss bench assumes, because nobody publishes them. Each names its source, or says that
 * it is an assumption. The report prints them.
 */

/** Days in which people post. Each posted clip is then followed to its last release. */
export const DAYS = 90;
/** Share of accounts that buy (issue 45). An account that its buyer leaves is replaced, so the share stays. */
export const BUYING_ACCOUNTS = 0.05;
/** Dollars that a listing pays for 1,000 views; the middle of the three rates of issue 45. */
export const CPM = 2;
export const CPMS = [1, 2, 3] as const;
/** Dollars for 1,000 bought views: the cheapest, the usual and the best offers (issue 45). */
export const PRICES = [0.09, 0.76, 3] as const;
/** The prices and rates at which no kind may be profitable (issue 45). */
export const TARGET_PRICE = 0.76;
export const TARGET_CPM = 2;

/** Days between two clips of an honest account. Assumption: one clip a week. */
export const HONEST_GAP_DAYS = 7;
/** Days between two clips of a buyer. Assumption: buyers post nearly twice as often, because each clip pays. */
export const BUYER_GAP_DAYS = 4;
/** Bought views of a clip. Assumption: a package is as large as a good honest clip, or up to ten of them. */
export const PACKAGE_VIEWS = { least: 20_000, most: 250_000 };
/** Views of an honest clip. The generators draw a median of 12,000; the few largest clips are left out. */
export const HONEST_VIEWS = { least: 1_000, most: 300_000 };
/** Windows of listings, in days. Assumption; 30 is the product's default. */
export const WINDOWS = [7, 14, 30] as const;
/** Dollars for a new account: an aged platform account and a verified PayPal account. Assumption. */
export const ACCOUNT_COST = 15;
/** Days until a replaced account posts. Assumption. */
export const REPLACED_AFTER_DAYS = 2;
/** Days after which a buyer who released analytics no longer waits for their proof. Assumption. */
export const PATIENCE_DAYS = 6;
/** Share of honest accounts that release analytics without being made to. Assumption. */
export const HONEST_RELEASING = 0.7;
/** Share of other honest people who release them when an audit or waiting money asks, and the hours until then. Assumption. */
export const HONEST_ANSWERING = 0.95;
export const ANSWER_HOURS = 20;
/** Hours after which a host approves a clip. The host judges the content and looks at no count. Assumption. */
export const APPROVED_AFTER_HOURS = 6;
/** Hours after which the owner of a shared clip declares the share. Assumption. */
export const DECLARED_AFTER_HOURS = 2;
/** Hours by which platforms' analytics are late (docs/verification.md: two to three days). */
export const ANALYTICS_DELAY_HOURS = 60;
/** Hours within which honest money outside the first tier is due (issue 45). */
export const DUE_HOURS = 96;

/** One line per assumption, for the report's header. */
export const assumptions: readonly string[] = [
  `${DAYS} days of posting, followed to the last release; nobody decides on a review, a hold, an appeal or an audit.`,
  `${100 * BUYING_ACCOUNTS}% of accounts buy; a listing pays $${CPM} per 1,000 views; everybody withdraws what can leave every six hours, and nothing comes back.`,
  `An honest account posts every ${HONEST_GAP_DAYS} days, a buyer every ${BUYER_GAP_DAYS}; windows are ${WINDOWS.join(', ')} days.`,
  `Bought views of a clip: ${PACKAGE_VIEWS.least} to ${PACKAGE_VIEWS.most}; views of an honest clip: ${HONEST_VIEWS.least} to ${HONEST_VIEWS.most}.`,
  `A buyer whose money is frozen leaves the account, pays $${ACCOUNT_COST} for another and posts ${REPLACED_AFTER_DAYS} days later.`,
  `Of honest accounts ${100 * HONEST_RELEASING}% release analytics; ${100 * HONEST_ANSWERING}% of the others do when asked, after ${ANSWER_HOURS} hours.`,
  `Each kind of buyer plays with analytics refused and released, and, if it builds trust first, released until then; its figures are those of the most profitable.`,
  `Owners declare a share ${DECLARED_AFTER_HOURS} hours after it, and buyers of two kinds declare their delivery as one.`,
  `Hosts approve each clip after ${APPROVED_AFTER_HOURS} hours and look at no count.`,
];
