// The tables as TypeScript sees them: written from the catalogs, never by hand.
// Change a migration, then run: npm run db:generate
import type { ColumnType } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';

/** The database fills it in when an insert leaves it out. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** Read as parsed JSON; written as text (JSON.stringify), because the driver takes an array for a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;

export type LedgerAccountKind = 'clearing_test' | 'clearing_bank' | 'clearing_stripe' | 'clearing_paypal' | 'clearing_manual' | 'clipper_owed' | 'platform_loss' | 'platform_processor_fees' | 'host' | 'listing' | 'clip_reserved' | 'clipper_pending' | 'clipper_available' | 'payout' | 'platform_rounding' | 'platform_suspense';

/** Refusals in a row that blame one account, until its platform answers or it is connected again. While many accounts are refused at once, none of them is blamed. */
export interface AccountRefusals {
  connection_id: string;
  api: 'posts' | 'tokens' | 'analytics';
  first_at: Date;
  last_at: Date;
  times: number;
  blamed_at: Date | null;
  detail: string;
}

/** For whom people act: an account owns listings, clips, money, connections and keys. */
export interface Accounts {
  id: AccountId;
  kind: 'personal' | 'organization';
  name: string;
  role: 'host' | 'clipper' | 'admin' | null;
  is_demo: Generated<boolean>;
  banned_at: Date | null;
  ban_reason: string | null;
  payouts_allowed_at: Date | null;
  closed_at: Date | null;
  demo_changed_at: Date | null;
  created_at: Generated<Date>;
}

/** Each paid step of views, copied here so that a receipt outlives the snapshots. Steps that are not reversed follow each other without a gap from 0 to paid_views, released ones first. No foreign keys: a settlement of a million clips would check each row, and reconcile compares the sums anyway. */
export interface Accruals {
  submission_id: string;
  entry_id: string;
  listing_id: string;
  clipper_id: AccountId;
  views_from: bigint;
  views_to: bigint;
  rate_micros_per_view: bigint;
  amount_micros: bigint;
  counted_views: bigint;
  counted_at: Date;
  accrued_at: Date;
  release_due_at: Date;
  state: Generated<'pending' | 'released' | 'reversed'>;
  released_at: Date | null;
  reversed_at: Date | null;
  available_micros: Generated<bigint>;
}

/** Acts above a sum take two admins. The first one's agreement is kept here until a second one does exactly the same. */
export interface AdminAgreements {
  action: string;
  subject_id: string;
  admin_id: UserId;
  terms: string;
  summary: string;
  amount_micros: bigint;
  agreed_at: Date;
  carried_out_at: Date | null;
  expired_at: Date | null;
}

/** Every act by which an admin moved or freed money. Append-only: sums over it decide whether the next act takes two admins. */
export interface AdminMoneyActs {
  id: string;
  act_id: string;
  kind: string;
  subject_id: string;
  admin_id: UserId;
  second_admin_id: UserId | null;
  account_id: AccountId | null;
  amount_micros: bigint;
  acted_at: Date;
}

/** The last time each part of System Health was wrong, so that the operator is notified once when a problem begins and once when it ends. */
export interface Alarms {
  name: string;
  detail: string;
  raised_at: Date;
  well_since: Date | null;
  ended_at: Date | null;
  posted_at: Date | null;
}

/** The consent with which an account's owner shares analytics, on a platform with a separate app for them (TikTok for Business). It ends with the sharing. */
export interface AnalyticsConsents {
  connection_id: string;
  external_id: string;
  access_token_sealed: string;
  refresh_token_sealed: string | null;
  access_token_expires_at: Date;
  refresh_leased_until: Date | null;
}

/** Keys with which programs act for a person, within scopes (contract/api-keys/api-scopes.ts) and until they expire, on the machine's clock. */
export interface ApiKeys {
  id: string;
  owner_id: AccountId;
  name: string;
  prefix: string;
  secret_hash: Buffer;
  previous_hash: Buffer | null;
  previous_until: Date | null;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** The app's login to this database, when APP_DATABASE_URL names none. Only the owner of the tables may read it. */
export interface AppLogin {
  role: string;
  password: string;
}

/** A platform that refuses our own app or keys, until it answers again. */
export interface AppRefusals {
  platform: 'tiktok' | 'youtube' | 'instagram' | 'twitch';
  api: 'posts' | 'tokens' | 'analytics';
  since: Date;
  last_at: Date;
  counted_at: Date;
  is_inferred: boolean;
  detail: string;
}

/** A clipper's single request to review a rejection (fraud_hold_id null) or a hold. */
export interface Appeals {
  id: string;
  submission_id: string;
  listing_id: string;
  clipper_id: AccountId;
  fraud_hold_id: string | null;
  text: string;
  state: Generated<'open' | 'escalated' | 'overturned' | 'dismissed'>;
  opened_at: Date;
  decide_by: Date;
  decided_at: Date | null;
  decided_by: UserId | null;
  note: string | null;
}

/** A confirmed screenshot that was drawn for an audit: its new views are held until a new screenshot is confirmed. */
export interface AttestationAudits {
  attestation_id: string;
  submission_id: string;
  fraud_hold_id: string;
  share_percent: number;
  drawn: number;
  opened_at: Date;
  due_at: Date;
}

/** The figures that people read in a screenshot. Append-only: every confirmation is kept. */
export interface AttestationConfirmations {
  attestation_id: string;
  person_id: UserId;
  views: bigint;
  confirmed_at: Date;
}

/** Up to which sum of a clip's earnings it was drawn whether an audit begins. Money above it is not paid out without proof. */
export interface AuditDraws {
  submission_id: string;
  drawn_micros: bigint;
  drawn_at: Date;
}

/** Who did what, when. Append-only: the app may not change or delete a row. */
export interface AuditLog {
  id: string;
  occurred_at: Date;
  actor_id: UserId | null;
  actor_kind: 'host' | 'clipper' | 'admin' | 'system' | 'anonymous';
  action: string;
  subject_type: string;
  subject_id: string | null;
  data: Generated<Json>;
  request_id: string | null;
}

/** Drawn clips whose owner shares analytics, which are late: their unproven money waits, and the audit begins only if the analytics do not answer it. */
export interface AwaitedAudits {
  submission_id: string;
  views: bigint;
  drawn_micros: bigint;
  probability: number;
  drawn: number;
  drawn_at: Date;
  answer_by: Date;
}

/** The last backup of each part of this installation, by any tool. System Health, doctor and /metrics read it, so every way of backing up writes it. */
export interface Backups {
  part: 'database' | 'files';
  made_at: Date | null;
  proved_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
}

/** Whether a clip's caption still has what its listing requires: hashtags, mentions, the disclosure. Only clips of such listings have a row. */
export interface CaptionChecks {
  submission_id: string;
  next_check_at: Date | null;
  checked_at: Date;
  missing: Generated<string[]>;
  missing_since: Date | null;
  fix_by: Date | null;
  stopped_at: Date | null;
  restored_at: Date | null;
  lapses: Generated<Date[]>;
}

/** The processor's messages about a payment, in any order, even before the deposit is known to be paid. */
export interface CardPayments {
  payment_intent: string;
  deposit_id: string | null;
  fingerprint: string | null;
  fee_micros: bigint | null;
  refunded_micros: Generated<bigint>;
  refunded_as_of: Date | null;
  warned_at: Date | null;
  seen_at: Date;
  payer_email: string | null;
}

/** A clip whose owner shares its analytics, and when they are read. */
export interface ClipAnalytics {
  submission_id: string;
  connection_id: string;
  next_read_at: Date | null;
  read_at: Date | null;
  until_at: Date | null;
  figures: NullableJson;
  trouble: 'not_ready' | 'quota' | 'no_answer' | 'not_set_up' | 'not_shown' | 'failed' | null;
}

/** The platform's figures for the owner of a clip about its views between two moments. */
export interface ClipAnalyticsStretches {
  submission_id: string;
  from_at: Date;
  to_at: Date;
  read_at: Date;
  figures: Json;
}

/** Clips that were drawn at random, by the money at stake: the owner shows the analytics of the views on hold. */
export interface ClipAudits {
  fraud_hold_id: string;
  submission_id: string;
  views: bigint;
  code: string;
  probability: number;
  drawn: number;
  opened_at: Date;
  due_at: Date;
  fresh_micros: bigint | null;
}

/** Signals that a job found by comparing clips, and that one clip alone can't show. */
export interface ClipCohorts {
  submission_id: string;
  signal: 'uniform_like_rates' | 'synchronized_growth' | 'shared_identity' | 'stops_at_cap';
  others: number;
  hits: number;
  total: number;
  value: number;
  found_at: Date;
  other_clipper_ids: Generated<string[]>;
}

/** How many of a clip's views count by the platform's figures, mapped onto the positions of its counter from the first view on. Money is computed from them, so the app only adds rows. */
export interface ClipCountedStretches {
  submission_id: string;
  from_views: bigint;
  to_views: bigint;
  from_counted: bigint;
  to_counted: bigint;
  from_at: Date;
  to_at: Date;
  read_at: Date;
}

/** The earning state of an approved clip, opened by the first settlement after its approval. */
export interface ClipEarnings {
  submission_id: string;
  listing_id: string;
  clipper_id: AccountId;
  approved_at: Date;
  rate_micros_per_view: bigint;
  min_views: bigint;
  max_payout_micros: bigint | null;
  paid_views: Generated<bigint>;
  paid_micros: Generated<bigint>;
  reserves: boolean;
  reserved_micros: Generated<bigint>;
  state: Generated<'accruing' | 'stopped' | 'finished' | 'appealed'>;
  minimum_reached: Generated<boolean>;
  minimum_excluded_views: bigint | null;
  budget_spent_at: Date | null;
}

/** The video of a clip as its clipper sent it, and whether its sound was found in the listing's source. A clip without a row has none. The clipper claims that it is the post's video: only its length can be compared. */
export interface ClipFiles {
  submission_id: string;
  media_id: string;
  state: Generated<'waiting' | 'matched' | 'partly' | 'nothing_found' | 'no_sound' | 'too_little_sound' | 'no_source' | 'unreadable'>;
  due_at: Date | null;
  tries: Generated<number>;
  attached_at: Date;
  remove_at: Date | null;
}

/** The poster of a clip's post: fetched once from the platform, re-encoded and served by this server. */
export interface ClipPosters {
  submission_id: string;
  source_url: string | null;
  tries: Generated<number>;
  next_try_at: Date | null;
  media_id: string | null;
}

/** What clippers wrote to the reviewer of a clip that needs review. A clip has one note in each review. */
export interface ClipReviewNotes {
  id: string;
  submission_id: string;
  text: string;
  written_at: Date;
  changed_at: Date;
  answered_at: Date | null;
}

/** Parts of a clip and the parts of its listing's source with the same sound, in the clip's order. They outlive the file's bytes: no removal of files deletes them. */
export interface ClipSegments {
  submission_id: string;
  ordinal: number;
  source_media_id: string;
  clip_from_ms: number;
  clip_to_ms: number;
  source_from_ms: number;
  source_to_ms: number;
  bit_error: number;
  tempo: number;
  pitch: number;
}

/** One row per polled clip: the schedule, the newest counts and the current verdict. */
export interface ClipTracking {
  submission_id: string;
  listing_id: string;
  clipper_id: AccountId;
  connection_id: string;
  platform: string;
  post_id: string;
  post_api_id: string | null;
  posted_at: Date;
  state: 'polling' | 'gone' | 'finished' | 'stopped';
  next_poll_at: Date | null;
  dense_until: Date | null;
  missing_since: Date | null;
  failures: Generated<number>;
  trouble: 'post_hidden' | 'not_connected' | 'no_permission' | 'before_professional' | 'unsupported' | 'no_counts' | 'quota' | 'no_answer' | 'not_set_up' | 'refused' | 'failed' | 'impossible_count' | null;
  trouble_detail: string | null;
  snapshot_count: Generated<number>;
  first_fetched_at: Date | null;
  last_fetched_at: Date | null;
  views: Generated<bigint>;
  likes: bigint | null;
  comments: bigint | null;
  shares: bigint | null;
  eligible_views: Generated<bigint>;
  excluded_views: Generated<bigint>;
  score: number | null;
  band: Generated<'not_enough_data' | 'clean' | 'needs_review' | 'hold'>;
  summary: Generated<string>;
  contributions: Generated<Json>;
  scored_at: Date | null;
  cleared_score: number | null;
  score_version: Generated<number>;
  count_level: Generated<'platform' | 'attested'>;
  pull_from: Date | null;
  final_by: Date | null;
  upheld_score: number | null;
  score_evidence: Generated<'counts' | 'analytics'>;
  by_figures: Generated<boolean>;
  doubted_views: bigint | null;
  proven_views: Generated<bigint>;
  unseen_views: Generated<bigint>;
  shown_views: Generated<bigint>;
}

/** Clippers whose clips a host does not accept. */
export interface ClipperBlocks {
  host_id: AccountId;
  clipper_id: AccountId;
  blocked_at: Date;
}

/** Features that two clippers share and strangers do not: found by a job over the counted clips, and kept when it does not find them again. */
export interface CohortLinks {
  one_id: AccountId;
  other_id: AccountId;
  kind: 'payout_address' | 'device' | 'posting_minute' | 'synchronized_growth' | 'audience';
  hits: number;
  detail: string | null;
  first_found_at: Date;
  found_at: Date;
  decided_at: Date | null;
}

/** The members of each cohort; a clipper is in at most one undecided cohort. */
export interface CohortMembers {
  cohort_id: string;
  clipper_id: AccountId;
  joined_at: Date;
}

/** Clippers who are joined by links. Held, upheld and cleared are an admin's decisions on all of them; held is not final. */
export interface Cohorts {
  id: string;
  state: 'open' | 'held' | 'upheld' | 'cleared';
  found_at: Date;
  changed_at: Date;
  decided_at: Date | null;
  decided_by: UserId | null;
  note: string | null;
}

/** Consents that were begun and have not returned from the platform. */
export interface ConnectionAttempts {
  state: string;
  user_id: AccountId;
  platform: string;
  code_verifier: string;
  return_to: string;
  expires_at: Date;
  releases: string | null;
}

/** Codes that a person puts into an account's bio when the platform has no keys here. An admin looks for them. */
export interface ConnectionCodes {
  id: string;
  user_id: AccountId;
  platform: 'tiktok' | 'youtube' | 'instagram' | 'twitch';
  handle: string;
  code: string;
  made_at: Date;
  expires_at: Date;
  found_text: string | null;
  checked_at: Date | null;
  used_at: Date | null;
}

/** A person's platform account: connected by OAuth consent, or verified by a code in its bio. */
export interface Connections {
  id: string;
  user_id: AccountId;
  platform: 'tiktok' | 'youtube' | 'instagram' | 'twitch';
  external_id: string;
  handle: string;
  display_name: string;
  followers: bigint | null;
  access_token_sealed: string | null;
  refresh_token_sealed: string | null;
  access_token_expires_at: Date | null;
  scopes: Generated<string>;
  state: 'active' | 'dead' | 'removed';
  connected_at: Date;
  removed_at: Date | null;
  refresh_leased_until: Date | null;
  verified_by: Generated<'oauth' | 'code'>;
  found_text: string | null;
  app_scoped_id: string | null;
  next_check_at: Date | null;
  ended_at: Date | null;
  analytics_released_at: Date | null;
  answered_at: Date | null;
}

/** How a person signs in: a password, or an account at Google. */
export interface Credentials {
  id: string;
  user_id: UserId;
  provider_id: string;
  account_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** What a clip's host or clipper declared: that somebody shared it at a time, or that its comments are closed. The score compares it with the counts. A row is never changed. */
export interface Declarations {
  id: string;
  submission_id: string;
  author_id: AccountId;
  by: 'host' | 'clipper';
  kind: 'raid' | 'community_post' | 'newsletter' | 'repost' | 'comments_closed';
  at: Date;
  link: string | null;
  declared_at: Date;
}

/** The result of a request to delete a platform's data: its page shows it and names nobody. */
export interface DeletionRequests {
  code: string;
  done_at: Date;
  accounts: number;
}

/** A chargeback: the bank takes a card payment back. The booked amounts are derived from all messages about it, which arrive late and in any order. */
export interface DepositDisputes {
  id: string;
  payment_intent: string;
  amount_micros: bigint;
  reason: string;
  outcome: 'won' | 'lost' | null;
  withdrawn: Generated<boolean>;
  reinstated: Generated<boolean>;
  host_micros: Generated<bigint>;
  loss_micros: Generated<bigint>;
  moves: Generated<number>;
  opened_at: Date;
  closed_at: Date | null;
  due_at: Date | null;
  tries: Generated<number>;
  fee_micros: Generated<bigint>;
  fee_returned_micros: Generated<bigint>;
  booked_fee_micros: Generated<bigint>;
  fee_moves: Generated<number>;
  evidence_due_at: Date | null;
  has_evidence: Generated<boolean>;
}

/** Refunds of a deposit. */
export interface DepositRefunds {
  id: string;
  deposit_id: string;
  amount_micros: bigint;
  state: 'requested' | 'declined' | 'refunding' | 'refunded' | 'refund_failed';
  cause: 'self' | 'request' | 'processor';
  loss_micros: Generated<bigint>;
  processor_id: string | null;
  reference: string | null;
  failure: string | null;
  due_at: Date | null;
  tries: Generated<number>;
  created_at: Date;
  finished_at: Date | null;
}

/** Money that a host adds. Confirmed deposits are funding lots: spending takes the oldest first. */
export interface Deposits {
  id: string;
  host_id: AccountId;
  rail: 'test' | 'bank' | 'stripe';
  amount_micros: bigint;
  state: 'created' | 'confirmed' | 'failed' | 'disputed' | 'charged_back';
  reference: string;
  created_at: Date;
  confirmed_at: Date | null;
  failure: string | null;
  session_id: string | null;
  checkout_url: string | null;
  pending_since: Date | null;
  due_at: Date | null;
  tries: Generated<number>;
  frozen_at: Date | null;
  bank_reference: string | null;
  questioned_at: Date | null;
  earnings_decided_at: Date | null;
}

/** How far tools moved the clock forward; survives a restart, so time never runs backwards. */
export interface DevClock {
  only_row: Generated<boolean>;
  offset_ms: Generated<bigint>;
}

/** The newest code that a person was shown for Discord; deleted when it is used. */
export interface DiscordLinkCodes {
  user_id: UserId;
  code_hash: Buffer;
  expires_at: Date;
}

/** The Discord account whose commands may read what its person sees here. Commands change nothing. */
export interface DiscordLinks {
  user_id: UserId;
  discord_id: string;
  discord_name: string;
  linked_at: Date;
}

/** The new email address that a person asked for. It replaces the old one when both mailboxes have confirmed it. Mailed links are rows of verifications whose value is the id here. Real time, like those. */
export interface EmailChanges {
  user_id: UserId;
  id: string;
  email: string;
  old_confirmed_at: Date | null;
  new_confirmed_at: Date | null;
  created_at: Date;
  expires_at: Date;
}

/** Changes and who may know them, written in the transaction of the change and kept for a week. Ids only: readers with access read the subject itself. A row whose transaction rolls back never existed. */
export interface Events {
  xid: Generated<string>;
  id: Generated<string>;
  at: Generated<Date>;
  kind: string;
  readers: string[];
  for_admins: Generated<boolean>;
  subject_id: string | null;
  submission_id: string | null;
  listing_id: string | null;
}

/** One movement as the other side reports it. A fee that it kept is a separate line. */
export interface ExternalLines {
  id: string;
  statement_id: string;
  rail: 'stripe' | 'paypal' | 'bank';
  external_id: string;
  part: 'amount' | 'fee';
  category: string;
  amount_micros: bigint;
  currency: string;
  occurred_at: Date;
  reference: string;
  reference_keys: string[];
  counterparty: string | null;
  description: string | null;
  is_transfer: boolean;
  state: Generated<'matched' | 'differs' | 'only_outside' | 'other_currency' | 'internal'>;
  counter_line_id: string | null;
  suspense_item_id: string | null;
}

/** Pairs of a line and the movement of a clearing account that it shows. Several lines may show one movement: a sum that was paid back in parts. */
export interface ExternalMatches {
  line_id: string;
  entry_id: string;
  is_equal: boolean;
}

/** Movements of clearing accounts that are missing in the statements of their period. */
export interface ExternalMissing {
  entry_id: string;
  rail: 'stripe' | 'paypal' | 'bank' | 'manual';
  part: 'amount' | 'fee';
  kind: string;
  amount_micros: bigint;
  occurred_at: Date;
  reference: string;
}

/** An admin's explanation of an unmatched line or movement. Each line and each movement is explained once. */
export interface ExternalNotes {
  id: string;
  line_id: string | null;
  entry_id: string | null;
  reason: string;
  noted_at: Date;
  noted_by: UserId;
}

/** One import of Stripe's, PayPal's or the bank's own report of our money: a file from an admin, or a fetched report. Nothing in the tables of statements moves money. */
export interface ExternalStatements {
  id: string;
  rail: 'stripe' | 'paypal' | 'bank';
  file_name: string | null;
  period_from: Date;
  period_to: Date;
  line_count: number;
  new_line_count: number;
  imported_at: Date;
  imported_by: UserId | null;
}

/** Hosts about whose new listings a clipper is notified. */
export interface FollowedHosts {
  clipper_id: AccountId;
  host_id: AccountId;
  followed_at: Date;
}

/** Views that are held because the score says that they may be bought, or because a screenshot was drawn for an audit, until a person or a deadline decides. */
export interface FraudHolds {
  id: string;
  submission_id: string;
  state: 'open' | 'escalated' | 'released' | 'upheld';
  score: number;
  reason: string;
  from_views: bigint;
  to_views: bigint | null;
  opened_at: Date;
  decide_by: Date;
  decided_at: Date | null;
  decided_by: UserId | null;
  note: string | null;
  reopened_at: Date | null;
  identity_match_id: string | null;
  eligible_to: bigint | null;
  judged_from: bigint | null;
  judged_to: bigint | null;
  by_analytics: Generated<boolean>;
  cohort_id: string | null;
}

/** A host's decisions as the feed shows them: computed once an hour, because a median over all decisions is too expensive for each row of each page. No row: no data yet. */
export interface HostStats {
  host_id: AccountId;
  median_hours_to_decide: number | null;
  approved_share: number | null;
  computed_at: Date;
  rejections: Generated<number>;
  overturned: Generated<number>;
  paid_share: number | null;
  reject_reasons: Generated<Json>;
  fraud_holds_appealed: Generated<number>;
  fraud_holds_overturned: Generated<number>;
}

/** A request with an idempotency key has its effect once: this row commits together with the effect. */
export interface IdempotencyKeys {
  actor_id: UserId;
  key: string;
  request_hash: Buffer;
  reply: NullableJson;
  created_at: Generated<Date>;
}

/** The host and the clipper of a listing seem to be one person. Nothing is paid between them before an admin has reviewed it. */
export interface IdentityMatches {
  id: string;
  host_id: AccountId;
  clipper_id: AccountId;
  signal: 'payout_address' | 'account_email' | 'card';
  evidence: string;
  found_at: Date;
  cleared_at: Date | null;
  cleared_by: UserId | null;
}

/** The mode of this database for ever: demo, staging (real platforms, test money) or live. Simulated counts, test cards and sandboxes must never become owed money. Written once, by the first start; the app may not change it. */
export interface Installation {
  only_row: Generated<boolean>;
  mode: 'demo' | 'staging' | 'live';
  recorded_at: Date;
  secret_id: string | null;
  secret_since: Date | null;
}

/** Whether any process runs the jobs; processes without jobs read it. */
export interface JobActivity {
  only_row: Generated<boolean>;
  active_at: Date;
}

/** Jobs whose last runs in a row failed, by process. On the database's clock. */
export interface JobFailures {
  process_id: string;
  job: string;
  failures: number;
  failing_since: Date;
  noted_at: Date;
}

/** A kind and an owner identify an account: host:<user>, listing:<listing>, payout:<payout> … Platform and clearing accounts have the nil uuid as owner. */
export interface LedgerAccounts {
  kind: LedgerAccountKind;
  owner_id: string;
  balance_micros: Generated<bigint>;
}

/** One entry per idempotency key; its transfers are the lines. */
export interface LedgerEntries {
  id: string;
  key: string;
  request_hash: Buffer;
  kind: string;
  occurred_at: Date;
  recorded_at: Generated<Date>;
}

/** No foreign key: ledger_post is the only writer and writes the entry first, and the check would cost a fifth of each line. */
export interface LedgerTransfers {
  entry_id: string;
  line: number;
  kind: string;
  debit_kind: LedgerAccountKind;
  debit_owner_id: string;
  credit_kind: LedgerAccountKind;
  credit_owner_id: string;
  amount_micros: bigint;
  subject_id: string;
  occurred_at: Date;
}

/** One row: the position up to which events were read for new listings, updated in the transaction that records them. */
export interface ListingAlertPositions {
  only_one: Generated<boolean>;
  snapshot: string;
}

/** New listings about which clippers are still being notified; deleted when all are. */
export interface ListingAlerts {
  listing_id: string;
  noted_at: Date;
  notified_up_to: string | null;
}

/** What clips of an open listing earned, and what a new one can expect: computed once an hour, like host_stats. */
export interface ListingForecasts {
  listing_id: string;
  paid_clips: Generated<number>;
  typical_micros: bigint | null;
  competing_clips: Generated<number>;
  expected_micros: Generated<bigint>;
  computed_at: Date;
}

/** A clipper is invited to a listing once. */
export interface ListingInvitations {
  listing_id: string;
  clipper_id: AccountId;
  invited_at: Date;
}

/** Moments of a listing's source that its host recommends to clippers. A listing's source never changes, so a pin remains right. */
export interface ListingPins {
  listing_id: string;
  second: number;
  label: string;
  pinned_at: Date;
}

/** The clips' earnings of a listing in the last seven days, from which the feed estimates how long its budget lasts: computed once an hour, like host_stats. No row: nothing. */
export interface ListingSpendRates {
  listing_id: string;
  week_micros: bigint;
  computed_at: Date;
}

/** A clip keeps the version of its submission, whatever changes later. */
export interface ListingVersions {
  listing_id: string;
  version: number;
  title: string;
  description: string;
  instructions: string;
  platforms: string[];
  rate_cents_per_mille: number;
  source_media_id: string | null;
  source_url: string | null;
  min_views: Generated<bigint>;
  max_payout_micros: bigint | null;
  clips_per_clipper: Generated<number>;
  tracking_days: Generated<number>;
  decision_hours: Generated<number>;
  allocation: Generated<'first_approved' | 'reserved'>;
  required_tags: Generated<string[]>;
  disclosure_required: Generated<boolean>;
  min_seconds: number | null;
  max_seconds: number | null;
  language: Generated<string>;
  created_at: Date;
  counted_views: Generated<'all' | 'engaged'>;
  counted_countries: Generated<string[]>;
}

/** A host's offer: cut clips of this source, get this rate per 1,000 views. The terms are in listing_versions. */
export interface Listings {
  id: string;
  host_id: AccountId;
  state: 'active' | 'paused' | 'ended' | 'settled' | 'removed';
  pause_reason: 'host' | 'exhausted' | 'banned' | 'disputed' | null;
  current_version: number;
  title: string;
  rate_cents_per_mille: number;
  platforms: string[];
  language: Generated<string>;
  max_payout_micros: bigint | null;
  min_views: Generated<bigint>;
  decision_hours: Generated<number>;
  source_kind: Generated<'upload' | 'link'>;
  source_duration_ms: bigint | null;
  search_text: string;
  search_words: ColumnType<string, never, never>;
  funded_micros: bigint;
  card: ColumnType<string, never, never>;
  created_at: Date;
  ends_at: Date | null;
  ended_at: Date | null;
  settled_at: Date | null;
  removed_at: Date | null;
  removal_reason: string | null;
  remainder_frozen: Generated<boolean>;
  remainder_returns: Generated<number>;
  category: 'gaming' | 'podcasts' | 'irl' | 'music' | 'sports' | 'food' | 'learning' | 'comedy' | 'making' | null;
}

/** The number of a person's platform lookups on the newest day (UTC) with any: the platforms' quotas are shared by all. */
export interface LookupQuotas {
  user_id: AccountId;
  day: string;
  lookups: number;
}

/** Addresses that get no mails until they are confirmed again. bounce: the mailbox does not exist, by its server's answer or a report (RFC 3464). complaint: the reader reported a mail as spam (RFC 5965); mails about account and money are still sent. */
export interface MailSuppressions {
  address: string;
  reason: 'bounce' | 'complaint';
  detail: string;
  suppressed_at: Date;
}

/** One row once an admin set it: the price of 1,000 bought views on the market, which the promise to hosts shows. */
export interface MarketPrices {
  only_one: Generated<boolean>;
  bought_views_micros: bigint;
  set_at: Date;
}

/** Uploaded source videos, profile photos and screenshots, and clips' posters from platforms. The bytes are on disk. */
export interface MediaFiles {
  id: string;
  owner_id: AccountId;
  kind: 'source' | 'photo' | 'screenshot' | 'poster' | 'clip';
  state: 'uploading' | 'ready' | 'refused' | 'erased';
  file_name: string;
  content_type: string;
  size_bytes: bigint;
  duration_ms: bigint | null;
  width: number | null;
  height: number | null;
  storage_key: string;
  refusal: string | null;
  created_at: Date;
  ready_at: Date | null;
  remove_at: Date | null;
  sound: 'ready' | 'silent' | 'undecodable' | 'unreadable' | null;
  sound_codec: string | null;
  sound_slices: Generated<number>;
  sound_tries: Generated<number>;
  sound_due_at: Date | null;
  check_at: Date | null;
  sha256: string | null;
  fingerprint: string | null;
  format: NullableJson;
  has_poster: Generated<boolean>;
  storyboard_tiles: number | null;
  storyboard_tile_width: number | null;
  storyboard_tile_height: number | null;
  light: 'ready' | 'unneeded' | 'failed' | null;
  light_share: Generated<number>;
  light_tries: Generated<number>;
  light_due_at: Date | null;
  transcript: 'host' | 'server' | 'none' | 'failed' | null;
  transcript_slices: Generated<number>;
  transcript_tries: Generated<number>;
  transcript_due_at: Date | null;
  transcript_failure: string | null;
  held_bytes: bigint | null;
}

/** Who may act for an account. A personal account has one member, its owner. */
export interface Members {
  account_id: AccountId;
  user_id: UserId;
  role: string;
  created_at: Generated<Date>;
}

/** The channels and times at which a person is notified of a topic; channels, topics and defaults are in contract/notifications/notifications.ts. Only choices that differ from the default have a row. */
export interface NotificationChannelPreferences {
  user_id: UserId;
  topic: string;
  channel: string;
  timing: 'now' | 'daily' | 'weekly' | 'off';
}

/** A notification on its way through one channel to one target, written with it. Kept for 30 days after its end. */
export interface NotificationDeliveries {
  id: Generated<string>;
  notification_id: string;
  user_id: UserId;
  topic: string;
  channel: string;
  target_id: string;
  timing: 'now' | 'daily' | 'weekly';
  state: Generated<'waiting' | 'sent' | 'dropped' | 'failed'>;
  due_at: Date;
  attempts: Generated<number>;
  lease_id: string | null;
  leased_until: Date | null;
  ended_at: Date | null;
  last_error: string | null;
}

/** Only choices that differ from the default have a row. */
export interface NotificationPreferences {
  user_id: UserId;
  topic: string;
  by_mail: boolean;
}

/** The entries under the bell, and whether they are mailed as well. */
export interface Notifications {
  id: string;
  user_id: UserId;
  kind: string;
  title: string;
  body: string;
  link: string;
  created_at: Date;
  read_at: Date | null;
  mail: Generated<'none' | 'waiting' | 'done'>;
  in_app: Generated<boolean>;
}

/** Transactional outbox: a mail is written with the change that it reports, and sent after the commit. */
export interface OutboundEmails {
  id: string;
  to_address: string;
  subject: string;
  body_text: string;
  state: Generated<'waiting' | 'sent' | 'failed' | 'kept'>;
  attempts: Generated<number>;
  next_attempt_at: Date;
  created_at: Date;
  sent_at: Date | null;
  last_error: string | null;
  button_labels: Generated<string[]>;
  unsubscribe_url: string | null;
  unsubscribe_about: string | null;
  asked_for: Generated<boolean>;
  refused_at: Date | null;
}

/** Passkeys (Web Authentication) with which people sign in. The private key never leaves its authenticator. Real time, like sessions. */
export interface Passkeys {
  id: string;
  user_id: UserId;
  credential_id: string;
  public_key: Buffer;
  sign_count: bigint;
  transports: string[];
  is_synced: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Before a payout, the platforms are asked whether the accounts that earned it are still the clipper's. */
export interface PayoutAccountChecks {
  payout_id: string;
  checked_at: Date;
  again_at: Date;
  problem: string | null;
  problem_since: Date | null;
}

/** The steps that a payout consists of. While it is on its way or paid, its parts that are not replaced add up to its amount. */
export interface PayoutAccruals {
  payout_id: string;
  submission_id: string;
  entry_id: string;
  amount_micros: bigint;
  replaced_micros: Generated<bigint>;
  linked_at: Date;
  freed_at: Date | null;
}

/** The Payment Email, to which a person's payouts go. */
export interface PayoutAddresses {
  user_id: AccountId;
  email: string;
  usable_at: Date;
  set_at: Date;
}

/** Payouts that were handed to PayPal together. The id is the sender_batch_id: it is stored before the call and never reused for other content, so a retry after a lost reply can't pay twice. PayPal remembers such an id for 30 days. */
export interface PayoutBatches {
  id: string;
  state: 'created' | 'sent' | 'refused' | 'closed' | 'abandoned';
  created_at: Date;
  sent_at: Date | null;
  next_step_at: Date | null;
  attempts: Generated<number>;
  uncertain: Generated<boolean>;
  paypal_batch_id: string | null;
  problem: string | null;
}

/** The country in which a person is paid: whether the product may pay there, and for the year's tax report. Kept when an account closes, because reports are due later. */
export interface PayoutCountries {
  user_id: AccountId;
  country: string;
  set_at: Date;
}

/** PayPal's statuses of a payout after a person had decided it. They move nothing: an operator must review them. */
export interface PayoutLateStatuses {
  payout_id: string;
  item_state: string;
  reported_at: Date;
  resolved_at: Date | null;
  resolved_by: UserId | null;
}

/** While a pause is open, no payout is sent. */
export interface PayoutPauses {
  id: string;
  paused_at: Date;
  paused_by: UserId;
  reason: string;
  resumed_at: Date | null;
  resumed_by: UserId | null;
}

/** The weekly run happens once per Monday 09:00 UTC. */
export interface PayoutRuns {
  due_at: Date;
  ran_at: Date;
  payouts: number;
}

/** Money paid to a clipper. Several payouts of a person may be on their way at once: each is taken from the balance under its lock, so together they never exceed it. */
export interface Payouts {
  id: string;
  clipper_id: AccountId;
  cause: 'withdrawal' | 'weekly' | 'closing';
  amount_micros: bigint;
  destination: string;
  rail: Generated<'manual' | 'paypal'>;
  state: 'requested' | 'processing' | 'paid' | 'failed' | 'canceled' | 'returned';
  requested_at: Date;
  processing_at: Date | null;
  finished_at: Date | null;
  due_at: Date;
  reference: string | null;
  failure: string | null;
  batch_id: string | null;
  item_id: string | null;
  item_state: string | null;
  returned_at: Date | null;
  not_before: Date | null;
  alone: Generated<boolean>;
  late_notified_at: Date | null;
}

/** A sign-up is not an account yet: the opened link names the row that becomes one, so that no sign-up changes another person's. Mailed links are rows of verifications whose value is the id here. On the machine's clock, like those. */
export interface PendingSignUps {
  id: string;
  email: string;
  role: 'host' | 'clipper';
  password_hash: string;
  terms_accepted_at: Date | null;
  terms_version: string | null;
  age_confirmed_at: Date | null;
  created_at: Date;
  expires_at: Date;
}

/** Platforms that asked for a pause, for all processes. */
export interface PlatformBackoffs {
  platform: 'tiktok' | 'youtube' | 'instagram' | 'twitch';
  until: Date;
  times: number;
  reason: string;
}

/** The calls to each platform on each of its days, so that no call exceeds a quota. */
export interface PlatformCalls {
  platform: 'tiktok' | 'youtube' | 'instagram' | 'twitch';
  bucket: string;
  day: string;
  units: bigint;
  slice_at: Date;
  slice_units: number;
}

/** Individual refunds that were made at the processor. Messages about them and about the total arrive in any order; the booked amount is derived from both. */
export interface ProcessorRefunds {
  processor_id: string;
  payment_intent: string;
  amount_micros: bigint;
  failed: Generated<boolean>;
}

/** The public part of a person. */
export interface Profiles {
  user_id: AccountId;
  username: string;
  full_name: string;
  avatar_media_id: string | null;
  earnings_hidden: Generated<boolean>;
  onboarding_completed_at: Date | null;
  created_at: Date;
}

/** Clippers who show the analytics of a clip by choice, because its money waits for proof. An admin decides on the picture. */
export interface ProofRequests {
  id: string;
  submission_id: string;
  views: bigint;
  code: string;
  asked_at: Date;
  due_at: Date;
  decision: 'accepted' | 'refused' | null;
  decided_at: Date | null;
  attestation_id: string | null;
  note: string | null;
}

/** How much money may be paid out to one person for views that are not proven, by the number of the person's proven clips. Admins change it. */
export interface ProofTiers {
  proven_clips: number;
  limit_micros: bigint | null;
  audit_percent: number;
}

/** The VAPID keys that identify this server to push services (RFC 8292), generated once; not used when VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set. */
export interface PushKeys {
  id: Generated<string>;
  only_row: Generated<boolean>;
  public_key: string;
  private_key_sealed: string;
  created_at: Date;
}

/** Browsers that show notifications. A subscription ends with its session, so a browser shows nothing about a person who signed out. */
export interface PushSubscriptions {
  id: string;
  user_id: UserId;
  session_id: string;
  endpoint_hash: Buffer;
  sealed: string;
  host: string;
  shows_details: boolean;
  created_at: Date;
  sent_at: Date | null;
}

/** Requests counted per bucket and window, on the server's real clock; shared by all processes. */
export interface RateLimits {
  bucket: string;
  window_start: Date;
  hits: number;
  expires_at: Date;
}

/** The results of the ledger's invariants, each time they were checked: every night, and on an admin's request. */
export interface Reconciliations {
  id: string;
  night: Date | null;
  asked_by: UserId | null;
  started_at: Date;
  finished_at: Date | null;
  invariants: Generated<Json>;
  broken: Generated<number>;
}

/** Keys that sign verified records. A retired key keeps its public part, which still verifies its signatures. */
export interface RecordSigningKeys {
  id: string;
  kid: string;
  public_jwk: Json;
  private_sealed: string | null;
  made_at: Date;
  retired_at: Date | null;
}

/** Links by which anybody reads the results of a listing, without private data. Deleting the row revokes the link. */
export interface ResultLinks {
  id: string;
  listing_id: string;
  host_id: AccountId;
  made_by: UserId;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date | null;
  last_opened_at: Date | null;
}

/** Search, filters and order of a view of the admin panel that an admin saved under a name. */
export interface SavedFilters {
  id: string;
  admin_id: UserId;
  view: string;
  name: string;
  query: string;
  created_at: Date;
}

/** A clipper's saved Explore searches; with alerts, the clipper is notified of matching listings. */
export interface SavedSearches {
  id: string;
  clipper_id: AccountId;
  name: string;
  search: string | null;
  words: string | null;
  platform: string | null;
  min_rate_cents: number | null;
  min_free_dollars: number | null;
  language: string | null;
  alerts: boolean;
  created_at: Date;
  filters: Generated<Json>;
}

/** Which files of db/migrations this database has had, and what they said. */
export interface SchemaMigrations {
  name: string;
  checksum: string;
  applied_at: Generated<Date>;
  works_with: string | null;
}

/** When honest clips scored higher than the reference clips: the promise about their platform and size is suspended until an admin has reviewed it. */
export interface ScoreDrifts {
  id: string;
  platform: string;
  size: 'small' | 'medium' | 'large';
  promise: 'held' | 'asked';
  since: Date;
  found_at: Date;
  clips: number;
  clips_above: number;
  closed_at: Date | null;
  closed_by: UserId | null;
  recalibrated: boolean | null;
  note: string | null;
  evidence: Generated<'counts' | 'analytics'>;
}

/** Weights and thresholds fitted to people's decisions, with the figures of both rules on later weeks. They judge nothing until an admin applies them. */
export interface ScoreProposals {
  id: string;
  made_at: Date;
  version: number;
  signals: Json;
  figures: Json;
  decided_at: Date | null;
  decided_by: UserId | null;
  applied: boolean | null;
  note: string | null;
}

/** The number of a platform's clips with a place in score_tests; a process that assigns places locks the row. */
export interface ScoreTestCounts {
  platform: string;
  places: bigint;
}

/** A platform's clips in the order of their first verdict that can be compared with honest clips. Each has a level: the share of honest clips that may score as high as a held one. Together the levels keep the share of honest clips among held ones as promised. */
export interface ScoreTests {
  submission_id: string;
  platform: string;
  place: bigint;
  level: number;
  begun_at: Date;
  p: number | null;
  found_after: bigint | null;
}

/** The weights of the score's signals and its thresholds. Version 0 ships with the product; a verdict names its version. Written once, so that a version that judged clips can always be read. */
export interface ScoreVersions {
  version: number;
  made_at: Date;
  made_by: UserId | null;
  note: string;
  settings: Json;
}

/** A code from an authenticator app (RFC 6238), needed after the password or the sign-in with Google. Admins of a live system must have one. Real time, like sessions. */
export interface SecondFactors {
  user_id: UserId;
  secret_sealed: string;
  confirmed_at: Date | null;
  last_step: Generated<bigint>;
  tries: Generated<number>;
  locked_until: Date | null;
  backup_codes_sealed: string | null;
}

/** Signed-in people and their browsers. Real time. */
export interface Sessions {
  id: string;
  user_id: UserId;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  confirmed_at: Generated<Date>;
}

/** Listings whose clips could not be settled. The settlement of all others skips them, and they are retried alone. */
export interface SettlementFailures {
  listing_id: string;
  failed_at: Date;
  retry_at: Date;
}

/** How many chat messages a source video's host counted in each second of it. Names and texts are never sent or stored. */
export interface SourceChats {
  media_id: string;
  per_second: number[];
  given_at: Date;
}

/** The speech of a source video, in order: [{"start", "end", "text"}], in seconds of the source. media_files.transcript names its author. */
export interface SourceTranscripts {
  media_id: string;
  cues: Json;
  made_at: Date;
}

/** How files with these column names are read, as an admin said it in the preview of an import. Several banks can write the same names: then each import asks which bank it is. */
export interface StatementLayouts {
  id: string;
  rail: 'stripe' | 'paypal' | 'bank';
  bank: string;
  header_key: string;
  mapping: Json;
  saved_at: Date;
}

/** Progress of announcing a month's statements: people in the order of their ids, each in the transaction that advances it. */
export interface StatementMonths {
  month: string;
  reached: string | null;
  done_at: Date | null;
}

/** A clipper's edit of a listing's source: cuts, frame and captions, without any picture (contract/studio.ts). */
export interface StudioProjects {
  clipper_id: AccountId;
  listing_id: string;
  version: number;
  project: Json;
  updated_at: Date;
}

/** Messages between a clip's host and clipper. */
export interface SubmissionMessages {
  id: string;
  submission_id: string;
  author_id: AccountId;
  body: string;
  sent_at: Date;
  read_at: Date | null;
}

/** A clip that a clipper submitted to a listing. */
export interface Submissions {
  id: string;
  listing_id: string;
  listing_version: number;
  clipper_id: AccountId;
  connection_id: string;
  platform: 'tiktok' | 'youtube' | 'instagram';
  post_id: string;
  url: string;
  caption: Generated<string>;
  posted_at: Date;
  duration_seconds: number | null;
  reported_views: bigint;
  status: Generated<'pending' | 'approved' | 'rejected' | 'withdrawn'>;
  submitted_at: Date;
  decision_started_at: Date | null;
  decide_by: Date;
  escalated: Generated<boolean>;
  decision: 'approve' | 'reject' | null;
  decision_by: UserId | null;
  decision_commits_at: Date | null;
  reject_reason: 'wrong_content' | 'missing_disclosure' | 'duplicate' | 'outside_window' | 'invalid_proof' | 'suspected_fake_views' | 'other' | null;
  reject_note: string | null;
  decided_at: Date | null;
  approved_at: Date | null;
  approved_how: 'host' | 'automatically' | 'admin' | 'appeal' | null;
  tracking_until: Date | null;
  withdrawn_at: Date | null;
}

/** Admins' answers by mail. */
export interface SupportAnswers {
  id: string;
  message_id: string;
  admin_id: UserId;
  text: string;
  created_at: Date;
}

/** Messages of people to the support. */
export interface SupportMessages {
  id: string;
  user_id: UserId | null;
  name: string;
  email: string;
  category: 'billing' | 'account' | 'bug' | 'feedback';
  message: string;
  created_at: Date;
  state: Generated<'open' | 'answered' | 'closed'>;
}

/** Each amount on the suspense account: its source, its time, and its end. The open ones add up to the account's balance (npm run reconcile checks it). */
export interface SuspenseItems {
  id: string;
  cause: 'refund_failed' | 'payout_failed' | 'payout_returned' | 'dispute_won' | 'budget_freed' | 'late_deposit' | 'closed_account' | 'bank_transfer' | 'card_payment' | 'unmatched';
  owner_kind: LedgerAccountKind | null;
  owner_id: AccountId | null;
  rail: 'test' | 'bank' | 'stripe' | 'paypal' | 'manual' | null;
  amount_micros: bigint;
  reference: string;
  subject_id: string;
  arrived_at: Date;
  state: Generated<'open' | 'sent_back' | 'credited' | 'written_off' | 'reclaimed'>;
  resolved_at: Date | null;
  resolved_by: UserId | null;
  reason: string | null;
  sent_rail: 'test' | 'bank' | 'stripe' | 'paypal' | 'manual' | null;
  sent_reference: string | null;
  deposit_id: string | null;
}

/** Requests to take a clip or a source down. */
export interface TakedownRequests {
  id: string;
  user_id: UserId | null;
  name: string;
  email: string;
  on_behalf_of: string | null;
  url: string;
  work: string;
  signature: string;
  created_at: Date;
  handled_at: Date | null;
  handled_by: UserId | null;
  handled_note: string | null;
}

/** The request that currently sends an upload, in any process: one per upload, a few per person. */
export interface UploadSenders {
  media_id: string;
  owner_id: AccountId;
  sender: string;
  is_wanted: Generated<boolean>;
  expires_at: Date;
}

/** People and their accounts. A table of better-auth under our name (mapped in server/modules/accounts/auth.ts), like sessions, credentials and verifications. */
export interface Users {
  id: UserId;
  email: string;
  email_verified: Generated<boolean>;
  name: string;
  image: string | null;
  role: 'host' | 'clipper' | 'admin' | null;
  admin_username: string | null;
  is_demo: Generated<boolean>;
  banned_at: Date | null;
  ban_reason: string | null;
  terms_accepted_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  payouts_allowed_at: Date | null;
  age_confirmed_at: Date | null;
  terms_version: string | null;
  closed_at: Date | null;
  demo_changed_at: Date | null;
}

/** Mailed links, and questions that a passkey answers. Each works once. */
export interface Verifications {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Records that clippers share at present. A signed record without a row is revoked, so none is kept after its end. */
export interface VerifiedRecords {
  id: string;
  clipper_id: AccountId;
  shares_earnings: boolean;
  created_at: Date;
  expires_at: Date;
}

/** Screenshots that clippers send with their clips, with the recognized text and two people's decisions. */
export interface ViewAttestations {
  id: string;
  submission_id: string;
  media_id: string;
  reported_views: bigint;
  sent_at: Date;
  state: 'waiting' | 'match' | 'mismatch' | 'unreadable';
  read_views: bigint | null;
  read_text: string | null;
  read_at: Date | null;
  replaced_at: Date | null;
  sha256: string | null;
  decision: 'confirmed' | 'refused' | null;
  decided_at: Date | null;
  refusal_note: string | null;
  counted_views: bigint | null;
  waiting_since: Date;
}

/** The platforms' counts over time. Append-only. Partitioned by day (UTC): old days are dropped as partitions, not deleted as rows. The job verification.snapshot-days makes partitions in advance. */
export interface ViewSnapshots {
  submission_id: string;
  fetched_at: Date;
  views: bigint;
  likes: bigint | null;
  comments: bigint | null;
  shares: bigint | null;
  source: string;
  counting_rule: string;
}

/** Messages to an endpoint, sent or waiting, with the last attempt. Kept for 30 days. Payloads are made from these ids when they are sent. */
export interface WebhookDeliveries {
  id: Generated<string>;
  endpoint_id: string;
  event_id: string;
  kind: string;
  occurred_at: Date;
  subject_id: string | null;
  submission_id: string | null;
  listing_id: string | null;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  lease_id: string | null;
  leased_until: Date | null;
  last_attempt_at: Date | null;
  last_status: number | null;
  last_ms: number | null;
  last_error: string | null;
  last_response: string | null;
  created_at: Date;
}

/** Receivers of the events that a person may know, by Standard Webhooks (docs/webhooks.md). */
export interface WebhookEndpoints {
  id: string;
  owner_id: AccountId;
  url: string;
  kinds: string[];
  secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_secret_until: Date | null;
  state: Generated<'enabled' | 'disabled'>;
  disabled_reason: 'owner' | 'gone' | 'failing' | null;
  consecutive_failures: Generated<number>;
  paused_until: Date | null;
  listens_from: Generated<string>;
  created_at: Date;
  format: Generated<'standard' | 'discord'>;
  name: string | null;
}

/** Messages of payment providers, by the provider's own id: a repeated message has its effect once. */
export interface WebhookEvents {
  provider: 'stripe' | 'paypal' | 'tiktok' | 'instagram';
  event_id: string;
  type: string;
  received_at: Date;
  payload_hash: Buffer;
}

/** One row: the position up to which events were turned into deliveries, updated in the transaction that writes them. */
export interface WebhookPositions {
  only_one: Generated<boolean>;
  snapshot: string;
}

export interface DB {
  account_refusals: AccountRefusals;
  accounts: Accounts;
  accruals: Accruals;
  admin_agreements: AdminAgreements;
  admin_money_acts: AdminMoneyActs;
  alarms: Alarms;
  analytics_consents: AnalyticsConsents;
  api_keys: ApiKeys;
  app_login: AppLogin;
  app_refusals: AppRefusals;
  appeals: Appeals;
  attestation_audits: AttestationAudits;
  attestation_confirmations: AttestationConfirmations;
  audit_draws: AuditDraws;
  audit_log: AuditLog;
  awaited_audits: AwaitedAudits;
  backups: Backups;
  caption_checks: CaptionChecks;
  card_payments: CardPayments;
  clip_analytics: ClipAnalytics;
  clip_analytics_stretches: ClipAnalyticsStretches;
  clip_audits: ClipAudits;
  clip_cohorts: ClipCohorts;
  clip_counted_stretches: ClipCountedStretches;
  clip_earnings: ClipEarnings;
  clip_files: ClipFiles;
  clip_posters: ClipPosters;
  clip_review_notes: ClipReviewNotes;
  clip_segments: ClipSegments;
  clip_tracking: ClipTracking;
  clipper_blocks: ClipperBlocks;
  cohort_links: CohortLinks;
  cohort_members: CohortMembers;
  cohorts: Cohorts;
  connection_attempts: ConnectionAttempts;
  connection_codes: ConnectionCodes;
  connections: Connections;
  credentials: Credentials;
  declarations: Declarations;
  deletion_requests: DeletionRequests;
  deposit_disputes: DepositDisputes;
  deposit_refunds: DepositRefunds;
  deposits: Deposits;
  dev_clock: DevClock;
  discord_link_codes: DiscordLinkCodes;
  discord_links: DiscordLinks;
  email_changes: EmailChanges;
  events: Events;
  external_lines: ExternalLines;
  external_matches: ExternalMatches;
  external_missing: ExternalMissing;
  external_notes: ExternalNotes;
  external_statements: ExternalStatements;
  followed_hosts: FollowedHosts;
  fraud_holds: FraudHolds;
  host_stats: HostStats;
  idempotency_keys: IdempotencyKeys;
  identity_matches: IdentityMatches;
  installation: Installation;
  job_activity: JobActivity;
  job_failures: JobFailures;
  ledger_accounts: LedgerAccounts;
  ledger_entries: LedgerEntries;
  ledger_transfers: LedgerTransfers;
  listing_alert_positions: ListingAlertPositions;
  listing_alerts: ListingAlerts;
  listing_forecasts: ListingForecasts;
  listing_invitations: ListingInvitations;
  listing_pins: ListingPins;
  listing_spend_rates: ListingSpendRates;
  listing_versions: ListingVersions;
  listings: Listings;
  lookup_quotas: LookupQuotas;
  mail_suppressions: MailSuppressions;
  market_prices: MarketPrices;
  media_files: MediaFiles;
  members: Members;
  notification_channel_preferences: NotificationChannelPreferences;
  notification_deliveries: NotificationDeliveries;
  notification_preferences: NotificationPreferences;
  notifications: Notifications;
  outbound_emails: OutboundEmails;
  passkeys: Passkeys;
  payout_account_checks: PayoutAccountChecks;
  payout_accruals: PayoutAccruals;
  payout_addresses: PayoutAddresses;
  payout_batches: PayoutBatches;
  payout_countries: PayoutCountries;
  payout_late_statuses: PayoutLateStatuses;
  payout_pauses: PayoutPauses;
  payout_runs: PayoutRuns;
  payouts: Payouts;
  pending_sign_ups: PendingSignUps;
  platform_backoffs: PlatformBackoffs;
  platform_calls: PlatformCalls;
  processor_refunds: ProcessorRefunds;
  profiles: Profiles;
  proof_requests: ProofRequests;
  proof_tiers: ProofTiers;
  push_keys: PushKeys;
  push_subscriptions: PushSubscriptions;
  rate_limits: RateLimits;
  reconciliations: Reconciliations;
  record_signing_keys: RecordSigningKeys;
  result_links: ResultLinks;
  saved_filters: SavedFilters;
  saved_searches: SavedSearches;
  schema_migrations: SchemaMigrations;
  score_drifts: ScoreDrifts;
  score_proposals: ScoreProposals;
  score_test_counts: ScoreTestCounts;
  score_tests: ScoreTests;
  score_versions: ScoreVersions;
  second_factors: SecondFactors;
  sessions: Sessions;
  settlement_failures: SettlementFailures;
  source_chats: SourceChats;
  source_transcripts: SourceTranscripts;
  statement_layouts: StatementLayouts;
  statement_months: StatementMonths;
  studio_projects: StudioProjects;
  submission_messages: SubmissionMessages;
  submissions: Submissions;
  support_answers: SupportAnswers;
  support_messages: SupportMessages;
  suspense_items: SuspenseItems;
  takedown_requests: TakedownRequests;
  upload_senders: UploadSenders;
  users: Users;
  verifications: Verifications;
  verified_records: VerifiedRecords;
  view_attestations: ViewAttestations;
  view_snapshots: ViewSnapshots;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  webhook_events: WebhookEvents;
  webhook_positions: WebhookPositions;
}
