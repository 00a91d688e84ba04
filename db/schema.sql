-- The whole schema, for reading and reviewing: written from the catalogs, never by hand.
-- Change a migration, then run: npm run db:generate

create type ledger_account_kind as enum (
  'clearing_test',
  'clearing_bank',
  'clearing_stripe',
  'clearing_paypal',
  'clearing_manual',
  'clipper_owed',
  'platform_loss',
  'platform_processor_fees',
  'host',
  'listing',
  'clip_reserved',
  'clipper_pending',
  'clipper_available',
  'payout',
  'platform_rounding',
  'platform_suspense'
);

create table accruals (
  submission_id uuid not null,
  entry_id uuid not null,
  listing_id uuid not null,
  clipper_id uuid not null,
  views_from bigint not null,
  views_to bigint not null,
  rate_micros_per_view bigint not null,
  amount_micros bigint not null,
  counted_views bigint not null,
  counted_at timestamp with time zone not null,
  accrued_at timestamp with time zone not null,
  release_due_at timestamp with time zone not null,
  state text not null default 'pending'::text,
  released_at timestamp with time zone,
  reversed_at timestamp with time zone,
  available_micros bigint not null default 0,
  constraint accruals_pkey PRIMARY KEY (submission_id, entry_id),
  constraint accruals_amount_micros_check CHECK (amount_micros > 0),
  constraint accruals_available CHECK (available_micros >= 0 AND available_micros <= amount_micros AND (available_micros = 0 OR released_at IS NOT NULL)),
  constraint accruals_check CHECK (views_to > views_from),
  constraint accruals_exact CHECK (amount_micros = ((views_to - views_from) * rate_micros_per_view)),
  constraint accruals_released_at CHECK (
CASE state
    WHEN 'pending'::text THEN released_at IS NULL
    WHEN 'released'::text THEN released_at IS NOT NULL
    ELSE true
END),
  constraint accruals_state_check CHECK (state = ANY (ARRAY['pending'::text, 'released'::text, 'reversed'::text])),
  constraint accruals_views_from_check CHECK (views_from >= 0)
);
CREATE INDEX accruals_available_of ON accruals USING btree (clipper_id, released_at) WHERE (available_micros > 0);
CREATE UNIQUE INDEX accruals_once ON accruals USING btree (submission_id, views_from) WHERE (state <> 'reversed'::text);
CREATE INDEX accruals_release ON accruals USING btree (release_due_at) WHERE (state = 'pending'::text);
grant select, insert, update, delete on accruals to permille_app;

create table admin_agreements (
  action text not null,
  subject_id uuid not null,
  admin_id uuid not null,
  terms text not null,
  summary text not null,
  amount_micros bigint not null,
  agreed_at timestamp with time zone not null,
  carried_out_at timestamp with time zone,
  constraint admin_agreements_pkey PRIMARY KEY (action, subject_id, admin_id),
  constraint admin_agreements_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id),
  constraint admin_agreements_amount_micros_check CHECK (amount_micros > 0)
);
CREATE INDEX admin_agreements_open ON admin_agreements USING btree (agreed_at) WHERE (carried_out_at IS NULL);
grant select, insert, update, delete on admin_agreements to permille_app;

create table appeals (
  id uuid not null,
  submission_id uuid not null,
  listing_id uuid not null,
  clipper_id uuid not null,
  fraud_hold_id uuid,
  text text not null,
  state text not null default 'open'::text,
  opened_at timestamp with time zone not null,
  decide_by timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  note text,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id),
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint appeals_fraud_hold_id_fkey FOREIGN KEY (fraud_hold_id) REFERENCES fraud_holds(id),
  constraint appeals_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint appeals_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint appeals_check CHECK ((state = ANY (ARRAY['overturned'::text, 'dismissed'::text])) = (decided_at IS NOT NULL)),
  constraint appeals_note_check CHECK (length(note) <= 500),
  constraint appeals_state_check CHECK (state = ANY (ARRAY['open'::text, 'escalated'::text, 'overturned'::text, 'dismissed'::text])),
  constraint appeals_text_check CHECK (length(text) >= 1 AND length(text) <= 1000)
);
CREATE INDEX appeals_live ON appeals USING btree (listing_id) WHERE (state = ANY (ARRAY['open'::text, 'escalated'::text]));
CREATE UNIQUE INDEX appeals_one_per_fraud_hold ON appeals USING btree (fraud_hold_id) WHERE (fraud_hold_id IS NOT NULL);
CREATE UNIQUE INDEX appeals_one_per_rejection ON appeals USING btree (submission_id) WHERE (fraud_hold_id IS NULL);
CREATE INDEX appeals_queue ON appeals USING btree (id DESC);
CREATE INDEX appeals_submission ON appeals USING btree (submission_id, opened_at DESC);
grant select, insert, update, delete on appeals to permille_app;

create table attestation_audits (
  attestation_id uuid not null,
  submission_id uuid not null,
  fraud_hold_id uuid not null,
  share_percent integer not null,
  drawn integer not null,
  opened_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint attestation_audits_pkey PRIMARY KEY (attestation_id),
  constraint attestation_audits_fraud_hold_id_key UNIQUE (fraud_hold_id),
  constraint attestation_audits_attestation_id_fkey FOREIGN KEY (attestation_id) REFERENCES view_attestations(id),
  constraint attestation_audits_fraud_hold_id_fkey FOREIGN KEY (fraud_hold_id) REFERENCES fraud_holds(id),
  constraint attestation_audits_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint attestation_audits_drawn_check CHECK (drawn >= 0 AND drawn <= 99),
  constraint attestation_audits_share_percent_check CHECK (share_percent >= 1 AND share_percent <= 100)
);
CREATE INDEX attestation_audits_due ON attestation_audits USING btree (due_at);
CREATE INDEX attestation_audits_submission ON attestation_audits USING btree (submission_id);
grant select, insert on attestation_audits to permille_app;

create table attestation_confirmations (
  attestation_id uuid not null,
  person_id uuid not null,
  views bigint not null,
  confirmed_at timestamp with time zone not null,
  constraint attestation_confirmations_pkey PRIMARY KEY (attestation_id, person_id),
  constraint attestation_confirmations_attestation_id_fkey FOREIGN KEY (attestation_id) REFERENCES view_attestations(id),
  constraint attestation_confirmations_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id),
  constraint attestation_confirmations_views_check CHECK (views >= 0)
);
grant select, insert on attestation_confirmations to permille_app;

create table audit_log (
  id uuid not null,
  occurred_at timestamp with time zone not null,
  actor_id uuid,
  actor_kind text not null,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  data jsonb not null default '{}'::jsonb,
  request_id text,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_actor_kind_check CHECK (actor_kind = ANY (ARRAY['host'::text, 'clipper'::text, 'admin'::text, 'system'::text, 'anonymous'::text]))
);
CREATE INDEX audit_log_occurred_at ON audit_log USING btree (occurred_at DESC, id DESC);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject_type, subject_id, occurred_at DESC);
grant select, insert on audit_log to permille_app;

create table caption_checks (
  submission_id uuid not null,
  next_check_at timestamp with time zone,
  checked_at timestamp with time zone not null,
  missing text[] not null default '{}'::text[],
  missing_since timestamp with time zone,
  fix_by timestamp with time zone,
  stopped_at timestamp with time zone,
  restored_at timestamp with time zone,
  constraint caption_checks_pkey PRIMARY KEY (submission_id),
  constraint caption_checks_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint caption_checks_check CHECK ((missing = '{}'::text[]) = (missing_since IS NULL)),
  constraint caption_checks_check1 CHECK ((missing_since IS NULL) = (fix_by IS NULL)),
  constraint caption_checks_check2 CHECK (stopped_at IS NULL OR missing_since IS NOT NULL)
);
CREATE INDEX caption_checks_due ON caption_checks USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
grant select, insert, update, delete on caption_checks to permille_app;

create table card_payments (
  payment_intent text not null,
  deposit_id uuid,
  fingerprint text,
  fee_micros bigint,
  refunded_micros bigint not null default 0,
  refunded_as_of timestamp with time zone,
  warned_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  payer_email text,
  constraint card_payments_pkey PRIMARY KEY (payment_intent),
  constraint card_payments_deposit_id_key UNIQUE (deposit_id),
  constraint card_payments_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint card_payments_fee_micros_check CHECK (fee_micros >= 0),
  constraint card_payments_refunded_micros_check CHECK (refunded_micros >= 0)
);
CREATE INDEX card_payments_fingerprint ON card_payments USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);
grant select, insert, update, delete on card_payments to permille_app;

create table clip_cohorts (
  submission_id uuid not null,
  signal text not null,
  others integer not null,
  hits integer not null,
  total integer not null,
  value double precision not null,
  found_at timestamp with time zone not null,
  constraint clip_cohorts_pkey PRIMARY KEY (submission_id, signal),
  constraint clip_cohorts_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_cohorts_signal_check CHECK (signal = ANY (ARRAY['uniform_like_rates'::text, 'synchronized_growth'::text, 'shared_identity'::text, 'stops_at_cap'::text]))
);
grant select, insert, update, delete on clip_cohorts to permille_app;

create table clip_earnings (
  submission_id uuid not null,
  listing_id uuid not null,
  clipper_id uuid not null,
  approved_at timestamp with time zone not null,
  rate_micros_per_view bigint not null,
  min_views bigint not null,
  max_payout_micros bigint,
  paid_views bigint not null default 0,
  paid_micros bigint not null default 0,
  reserves boolean not null,
  reserved_micros bigint not null default 0,
  state text not null default 'accruing'::text,
  minimum_reached boolean not null default false,
  minimum_excluded_views bigint,
  constraint clip_earnings_pkey PRIMARY KEY (submission_id),
  constraint clip_earnings_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id),
  constraint clip_earnings_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint clip_earnings_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_earnings_check CHECK (max_payout_micros IS NULL OR paid_micros <= max_payout_micros),
  constraint clip_earnings_exact CHECK (paid_micros = (paid_views * rate_micros_per_view)),
  constraint clip_earnings_minimum_excluded_views_check CHECK (minimum_excluded_views >= 0),
  constraint clip_earnings_paid_micros_check CHECK (paid_micros >= 0),
  constraint clip_earnings_paid_views_check CHECK (paid_views >= 0),
  constraint clip_earnings_rate_micros_per_view_check CHECK (rate_micros_per_view > 0),
  constraint clip_earnings_reserved_micros_check CHECK (reserved_micros >= 0),
  constraint clip_earnings_state_check CHECK (state = ANY (ARRAY['accruing'::text, 'stopped'::text, 'finished'::text, 'appealed'::text]))
);
CREATE INDEX clip_earnings_appealed ON clip_earnings USING btree (listing_id, clipper_id) WHERE (state = 'appealed'::text);
CREATE INDEX clip_earnings_clipper ON clip_earnings USING btree (clipper_id);
CREATE INDEX clip_earnings_listing ON clip_earnings USING btree (listing_id, approved_at, submission_id);
CREATE INDEX clip_earnings_reserved ON clip_earnings USING btree (listing_id) INCLUDE (reserved_micros) WHERE (reserved_micros > 0);
grant select, insert, update, delete on clip_earnings to permille_app;

create table clip_tracking (
  submission_id uuid not null,
  listing_id uuid not null,
  clipper_id uuid not null,
  connection_id uuid not null,
  platform text not null,
  post_id text not null,
  post_api_id text,
  posted_at timestamp with time zone not null,
  state text not null,
  next_poll_at timestamp with time zone,
  dense_until timestamp with time zone,
  missing_since timestamp with time zone,
  failures integer not null default 0,
  trouble text,
  trouble_detail text,
  snapshot_count integer not null default 0,
  first_fetched_at timestamp with time zone,
  last_fetched_at timestamp with time zone,
  views bigint not null default 0,
  likes bigint,
  comments bigint,
  shares bigint,
  eligible_views bigint not null default 0,
  excluded_views bigint not null default 0,
  score integer,
  band text not null default 'not_enough_data'::text,
  summary text not null default 'Not enough data yet: nothing was counted so far.'::text,
  contributions jsonb not null default '[]'::jsonb,
  scored_at timestamp with time zone,
  cleared_score integer,
  score_version integer not null default 0,
  count_level text not null default 'platform'::text,
  pull_from timestamp with time zone,
  final_by timestamp with time zone,
  upheld_score integer,
  constraint clip_tracking_pkey PRIMARY KEY (submission_id),
  constraint clip_tracking_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id),
  constraint clip_tracking_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id),
  constraint clip_tracking_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint clip_tracking_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_tracking_band_check CHECK (band = ANY (ARRAY['not_enough_data'::text, 'clean'::text, 'needs_review'::text, 'hold'::text])),
  constraint clip_tracking_count_level_check CHECK (count_level = ANY (ARRAY['platform'::text, 'attested'::text])),
  constraint clip_tracking_eligible_views_check CHECK (eligible_views >= 0),
  constraint clip_tracking_excluded_views_check CHECK (excluded_views >= 0),
  constraint clip_tracking_polled CHECK ((state = 'polling'::text AND count_level = 'platform'::text) = (next_poll_at IS NOT NULL)),
  constraint clip_tracking_score_check CHECK (score >= 0 AND score <= 100),
  constraint clip_tracking_state_check CHECK (state = ANY (ARRAY['polling'::text, 'gone'::text, 'finished'::text, 'stopped'::text])),
  constraint clip_tracking_trouble_check CHECK (trouble = ANY (ARRAY['post_hidden'::text, 'not_connected'::text, 'no_counts'::text, 'quota'::text, 'no_answer'::text, 'failed'::text]))
);
CREATE INDEX clip_tracking_account ON clip_tracking USING btree (connection_id) WHERE (state = 'polling'::text);
CREATE INDEX clip_tracking_due ON clip_tracking USING btree (platform, next_poll_at) WHERE (state = 'polling'::text);
CREATE INDEX clip_tracking_final ON clip_tracking USING btree (platform, final_by) WHERE ((state = 'polling'::text) AND (final_by IS NOT NULL));
CREATE INDEX clip_tracking_listing ON clip_tracking USING btree (listing_id);
grant select, insert, update, delete on clip_tracking to permille_app;

create table clipper_blocks (
  host_id uuid not null,
  clipper_id uuid not null,
  blocked_at timestamp with time zone not null,
  constraint clipper_blocks_pkey PRIMARY KEY (host_id, clipper_id),
  constraint clipper_blocks_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint clipper_blocks_host_id_fkey FOREIGN KEY (host_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX clipper_blocks_host ON clipper_blocks USING btree (host_id, blocked_at DESC, clipper_id DESC);
grant select, insert, update, delete on clipper_blocks to permille_app;

create table connection_attempts (
  state text not null,
  user_id uuid not null,
  platform text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint connection_attempts_pkey PRIMARY KEY (state),
  constraint connection_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
grant select, insert, update, delete on connection_attempts to permille_app;

create table connection_codes (
  id uuid not null,
  user_id uuid not null,
  platform text not null,
  handle text not null,
  code text not null,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  found_text text,
  checked_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint connection_codes_pkey PRIMARY KEY (id),
  constraint connection_codes_code_key UNIQUE (code),
  constraint connection_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connection_codes_found_text_check CHECK (length(found_text) <= 2000),
  constraint connection_codes_platform_check CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text]))
);
CREATE INDEX connection_codes_expiry ON connection_codes USING btree (expires_at) WHERE (used_at IS NULL);
CREATE UNIQUE INDEX connection_codes_waiting ON connection_codes USING btree (user_id, platform) WHERE (used_at IS NULL);
grant select, insert, update, delete on connection_codes to permille_app;

create table connections (
  id uuid not null,
  user_id uuid not null,
  platform text not null,
  external_id text not null,
  handle text not null,
  display_name text not null,
  followers bigint,
  access_token_sealed text,
  refresh_token_sealed text,
  access_token_expires_at timestamp with time zone,
  scopes text not null default ''::text,
  state text not null,
  connected_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  refresh_leased_until timestamp with time zone,
  verified_by text not null default 'oauth'::text,
  found_text text,
  app_scoped_id text,
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connections_found_text_check CHECK (length(found_text) <= 2000),
  constraint connections_platform_check CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text])),
  constraint connections_state_check CHECK (state = ANY (ARRAY['active'::text, 'dead'::text, 'removed'::text])),
  constraint connections_verified_by_check CHECK (verified_by = ANY (ARRAY['oauth'::text, 'code'::text]))
);
CREATE INDEX connections_app_scoped ON connections USING btree (platform, app_scoped_id) WHERE (app_scoped_id IS NOT NULL);
CREATE UNIQUE INDEX connections_one_owner ON connections USING btree (platform, external_id) WHERE (state <> 'removed'::text);
CREATE INDEX connections_user ON connections USING btree (user_id) WHERE (state <> 'removed'::text);
grant select, insert, update, delete on connections to permille_app;

create table credentials (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credentials_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX credentials_user_id ON credentials USING btree (user_id);
grant select, insert, update, delete on credentials to permille_app;

create table deletion_requests (
  code text not null,
  done_at timestamp with time zone not null,
  accounts integer not null,
  constraint deletion_requests_pkey PRIMARY KEY (code),
  constraint deletion_requests_accounts_check CHECK (accounts >= 0)
);
grant select, insert on deletion_requests to permille_app;

create table deposit_disputes (
  id text not null,
  payment_intent text not null,
  amount_micros bigint not null,
  reason text not null,
  outcome text,
  withdrawn boolean not null default false,
  reinstated boolean not null default false,
  host_micros bigint not null default 0,
  loss_micros bigint not null default 0,
  moves integer not null default 0,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  due_at timestamp with time zone,
  tries integer not null default 0,
  fee_micros bigint not null default 0,
  fee_returned_micros bigint not null default 0,
  booked_fee_micros bigint not null default 0,
  fee_moves integer not null default 0,
  constraint deposit_disputes_pkey PRIMARY KEY (id),
  constraint deposit_disputes_payment_intent_fkey FOREIGN KEY (payment_intent) REFERENCES card_payments(payment_intent),
  constraint deposit_disputes_amount_micros_check CHECK (amount_micros >= 0),
  constraint deposit_disputes_fee_micros_check CHECK (fee_micros >= 0),
  constraint deposit_disputes_fee_returned_micros_check CHECK (fee_returned_micros >= 0),
  constraint deposit_disputes_host_micros_check CHECK (host_micros >= 0),
  constraint deposit_disputes_loss_micros_check CHECK (loss_micros >= 0),
  constraint deposit_disputes_outcome_check CHECK (outcome = ANY (ARRAY['won'::text, 'lost'::text]))
);
CREATE INDEX deposit_disputes_due ON deposit_disputes USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deposit_disputes_payment ON deposit_disputes USING btree (payment_intent);
grant select, insert, update, delete on deposit_disputes to permille_app;

create table deposit_refunds (
  id uuid not null,
  deposit_id uuid not null,
  amount_micros bigint not null,
  state text not null,
  cause text not null,
  loss_micros bigint not null default 0,
  processor_id text,
  reference text,
  failure text,
  due_at timestamp with time zone,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint deposit_refunds_pkey PRIMARY KEY (id),
  constraint deposit_refunds_processor_id_key UNIQUE (processor_id),
  constraint deposit_refunds_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint deposit_refunds_amount_micros_check CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint deposit_refunds_cause_check CHECK (cause = ANY (ARRAY['self'::text, 'request'::text, 'processor'::text])),
  constraint deposit_refunds_check CHECK (loss_micros >= 0 AND loss_micros <= amount_micros),
  constraint deposit_refunds_state_check CHECK (state = ANY (ARRAY['requested'::text, 'declined'::text, 'refunding'::text, 'refunded'::text, 'refund_failed'::text]))
);
CREATE INDEX deposit_refunds_deposit ON deposit_refunds USING btree (deposit_id);
CREATE INDEX deposit_refunds_due ON deposit_refunds USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deposit_refunds_open ON deposit_refunds USING btree (created_at, id) WHERE (state = ANY (ARRAY['requested'::text, 'refunding'::text]));
grant select, insert, update, delete on deposit_refunds to permille_app;

create table deposits (
  id uuid not null,
  host_id uuid not null,
  rail text not null,
  amount_micros bigint not null,
  state text not null,
  reference text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  failure text,
  session_id text,
  checkout_url text,
  pending_since timestamp with time zone,
  due_at timestamp with time zone,
  tries integer not null default 0,
  frozen_at timestamp with time zone,
  bank_reference text,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_session_id_key UNIQUE (session_id),
  constraint deposits_host_id_fkey FOREIGN KEY (host_id) REFERENCES users(id),
  constraint deposits_amount_micros_check CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint deposits_rail_check CHECK (rail = ANY (ARRAY['test'::text, 'bank'::text, 'stripe'::text])),
  constraint deposits_state_check CHECK (state = ANY (ARRAY['created'::text, 'confirmed'::text, 'failed'::text, 'disputed'::text, 'charged_back'::text]))
);
CREATE UNIQUE INDEX deposits_bank_ask ON deposits USING btree (reference) WHERE (rail = 'bank'::text);
CREATE UNIQUE INDEX deposits_bank_reference ON deposits USING btree (bank_reference) WHERE (bank_reference IS NOT NULL);
CREATE INDEX deposits_by_card ON deposits USING btree (confirmed_at) WHERE (rail = 'stripe'::text);
CREATE INDEX deposits_due ON deposits USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deposits_host ON deposits USING btree (host_id, created_at DESC, id DESC);
CREATE INDEX deposits_newest ON deposits USING btree (created_at DESC, id DESC);
CREATE INDEX deposits_questioned ON deposits USING btree (host_id) WHERE ((state = 'disputed'::text) OR (frozen_at IS NOT NULL));
grant select, insert, update, delete on deposits to permille_app;

create table dev_clock (
  only_row boolean not null default true,
  offset_ms bigint not null default 0,
  constraint dev_clock_pkey PRIMARY KEY (only_row),
  constraint dev_clock_offset_ms_check CHECK (offset_ms >= 0),
  constraint dev_clock_only_row_check CHECK (only_row)
);
grant select, insert, update, delete on dev_clock to permille_app;

create table external_lines (
  id uuid not null,
  statement_id uuid not null,
  rail text not null,
  external_id text not null,
  part text not null,
  category text not null,
  amount_micros bigint not null,
  currency text not null,
  occurred_at timestamp with time zone not null,
  reference text not null,
  reference_keys text[] not null,
  counterparty text,
  description text,
  is_transfer boolean not null,
  state text not null default 'only_outside'::text,
  counter_line_id uuid,
  suspense_item_id uuid,
  constraint external_lines_pkey PRIMARY KEY (id),
  constraint external_lines_counter_line_id_fkey FOREIGN KEY (counter_line_id) REFERENCES external_lines(id),
  constraint external_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES external_statements(id),
  constraint external_lines_suspense_item_id_fkey FOREIGN KEY (suspense_item_id) REFERENCES suspense_items(id),
  constraint external_lines_check CHECK ((state = 'internal'::text) = (counter_line_id IS NOT NULL)),
  constraint external_lines_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint external_lines_part_check CHECK (part = ANY (ARRAY['amount'::text, 'fee'::text])),
  constraint external_lines_rail_check CHECK (rail = ANY (ARRAY['stripe'::text, 'paypal'::text, 'bank'::text])),
  constraint external_lines_state_check CHECK (state = ANY (ARRAY['matched'::text, 'differs'::text, 'only_outside'::text, 'other_currency'::text, 'internal'::text]))
);
CREATE INDEX external_lines_newest ON external_lines USING btree (occurred_at DESC, id DESC);
CREATE UNIQUE INDEX external_lines_once ON external_lines USING btree (rail, external_id, part);
CREATE INDEX external_lines_unmatched ON external_lines USING btree (occurred_at DESC, id DESC) WHERE (state = ANY (ARRAY['differs'::text, 'only_outside'::text, 'other_currency'::text]));
grant select, insert, update, delete on external_lines to permille_app;

create table external_matches (
  line_id uuid not null,
  entry_id uuid not null,
  is_equal boolean not null,
  constraint external_matches_pkey PRIMARY KEY (line_id, entry_id),
  constraint external_matches_line_id_fkey FOREIGN KEY (line_id) REFERENCES external_lines(id)
);
CREATE INDEX external_matches_entry ON external_matches USING btree (entry_id);
grant select, insert, update, delete on external_matches to permille_app;

create table external_missing (
  entry_id uuid not null,
  rail text not null,
  part text not null,
  kind text not null,
  amount_micros bigint not null,
  occurred_at timestamp with time zone not null,
  reference text not null,
  constraint external_missing_pkey PRIMARY KEY (entry_id),
  constraint external_missing_part_check CHECK (part = ANY (ARRAY['amount'::text, 'fee'::text])),
  constraint external_missing_rail_check CHECK (rail = ANY (ARRAY['stripe'::text, 'paypal'::text, 'bank'::text, 'manual'::text]))
);
CREATE INDEX external_missing_newest ON external_missing USING btree (occurred_at DESC, entry_id DESC);
grant select, insert, update, delete on external_missing to permille_app;

create table external_notes (
  id uuid not null,
  line_id uuid,
  entry_id uuid,
  reason text not null,
  noted_at timestamp with time zone not null,
  noted_by uuid not null,
  constraint external_notes_pkey PRIMARY KEY (id),
  constraint external_notes_entry_id_key UNIQUE (entry_id),
  constraint external_notes_line_id_key UNIQUE (line_id),
  constraint external_notes_line_id_fkey FOREIGN KEY (line_id) REFERENCES external_lines(id),
  constraint external_notes_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES users(id),
  constraint external_notes_check CHECK ((line_id IS NULL) <> (entry_id IS NULL))
);
grant select, insert, update, delete on external_notes to permille_app;

create table external_statements (
  id uuid not null,
  rail text not null,
  file_name text,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  line_count integer not null,
  new_line_count integer not null,
  imported_at timestamp with time zone not null,
  imported_by uuid,
  constraint external_statements_pkey PRIMARY KEY (id),
  constraint external_statements_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  constraint external_statements_check CHECK (period_from <= period_to),
  constraint external_statements_check1 CHECK (new_line_count >= 0 AND new_line_count <= line_count),
  constraint external_statements_line_count_check CHECK (line_count >= 0),
  constraint external_statements_rail_check CHECK (rail = ANY (ARRAY['stripe'::text, 'paypal'::text, 'bank'::text]))
);
CREATE INDEX external_statements_newest ON external_statements USING btree (rail, imported_at DESC, id DESC);
grant select, insert, update, delete on external_statements to permille_app;

create table fraud_holds (
  id uuid not null,
  submission_id uuid not null,
  state text not null,
  score integer not null,
  reason text not null,
  from_views bigint not null,
  to_views bigint,
  opened_at timestamp with time zone not null,
  decide_by timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  note text,
  reopened_at timestamp with time zone,
  identity_match_id uuid,
  eligible_to bigint,
  judged_from bigint,
  judged_to bigint,
  constraint fraud_holds_pkey PRIMARY KEY (id),
  constraint fraud_holds_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint fraud_holds_identity_match_id_fkey FOREIGN KEY (identity_match_id) REFERENCES identity_matches(id),
  constraint fraud_holds_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint fraud_holds_eligible_to_check CHECK (eligible_to >= 0),
  constraint fraud_holds_judged_check CHECK ((judged_from IS NULL) = (judged_to IS NULL)),
  constraint fraud_holds_note_check CHECK (length(note) <= 500),
  constraint fraud_holds_state_check CHECK (state = ANY (ARRAY['open'::text, 'escalated'::text, 'released'::text, 'upheld'::text]))
);
CREATE INDEX fraud_holds_identity ON fraud_holds USING btree (identity_match_id) WHERE (identity_match_id IS NOT NULL);
CREATE UNIQUE INDEX fraud_holds_one_open ON fraud_holds USING btree (submission_id) WHERE (state = ANY (ARRAY['open'::text, 'escalated'::text]));
grant select, insert, update, delete on fraud_holds to permille_app;

create table host_stats (
  host_id uuid not null,
  median_hours_to_decide double precision,
  approved_share double precision,
  computed_at timestamp with time zone not null,
  rejections integer not null default 0,
  overturned integer not null default 0,
  paid_share double precision,
  reject_reasons jsonb not null default '{}'::jsonb,
  fraud_holds_appealed integer not null default 0,
  fraud_holds_overturned integer not null default 0,
  constraint host_stats_pkey PRIMARY KEY (host_id),
  constraint host_stats_host_id_fkey FOREIGN KEY (host_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX host_stats_speed ON host_stats USING btree (COALESCE(median_hours_to_decide, ('1000000000'::numeric)::double precision), host_id);
grant select, insert, update, delete on host_stats to permille_app;

create table idempotency_keys (
  actor_id uuid not null,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint idempotency_keys_pkey PRIMARY KEY (actor_id, key),
  constraint idempotency_keys_key_check CHECK (length(key) >= 8 AND length(key) <= 200)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);
grant select, insert, update, delete on idempotency_keys to permille_app;

create table identity_matches (
  id uuid not null,
  host_id uuid not null,
  clipper_id uuid not null,
  signal text not null,
  evidence text not null,
  found_at timestamp with time zone not null,
  cleared_at timestamp with time zone,
  cleared_by uuid,
  constraint identity_matches_pkey PRIMARY KEY (id),
  constraint identity_matches_host_id_clipper_id_signal_key UNIQUE (host_id, clipper_id, signal),
  constraint identity_matches_cleared_by_fkey FOREIGN KEY (cleared_by) REFERENCES users(id),
  constraint identity_matches_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id),
  constraint identity_matches_host_id_fkey FOREIGN KEY (host_id) REFERENCES users(id),
  constraint identity_matches_signal_check CHECK (signal = ANY (ARRAY['payout_address'::text, 'account_email'::text, 'card'::text]))
);
grant select, insert, update, delete on identity_matches to permille_app;

create table installation (
  only_row boolean not null default true,
  mode text not null,
  recorded_at timestamp with time zone not null,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_mode_check CHECK (mode = ANY (ARRAY['demo'::text, 'live'::text])),
  constraint installation_only_row_check CHECK (only_row)
);
grant select, insert on installation to permille_app;

create table ledger_accounts (
  kind ledger_account_kind not null,
  owner_id uuid not null,
  balance_micros bigint not null default 0,
  constraint ledger_accounts_pkey PRIMARY KEY (kind, owner_id),
  constraint ledger_accounts_not_below_zero CHECK (balance_micros >= 0 OR kind < 'host'::ledger_account_kind)
);
CREATE INDEX ledger_accounts_debts ON ledger_accounts USING btree (balance_micros, owner_id) WHERE ((kind = 'clipper_owed'::ledger_account_kind) AND (balance_micros < 0));
CREATE INDEX ledger_accounts_listing_balance ON ledger_accounts USING btree (balance_micros DESC, owner_id DESC) WHERE (kind = 'listing'::ledger_account_kind);
grant select on ledger_accounts to permille_app;

create table ledger_entries (
  id uuid not null,
  key text not null,
  request_hash bytea not null,
  kind text not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint ledger_entries_key PRIMARY KEY (key)
);
grant select on ledger_entries to permille_app;

create table ledger_transfers (
  entry_id uuid not null,
  line integer not null,
  kind text not null,
  debit_kind ledger_account_kind not null,
  debit_owner_id uuid not null,
  credit_kind ledger_account_kind not null,
  credit_owner_id uuid not null,
  amount_micros bigint not null,
  subject_id uuid not null,
  occurred_at timestamp with time zone not null,
  constraint ledger_transfers_pkey PRIMARY KEY (entry_id, line),
  constraint ledger_transfers_amount_micros_check CHECK (amount_micros > 0),
  constraint ledger_transfers_check CHECK (debit_kind <> credit_kind OR debit_owner_id <> credit_owner_id)
);
CREATE INDEX ledger_transfers_credit ON ledger_transfers USING btree (credit_owner_id, credit_kind, occurred_at DESC);
CREATE INDEX ledger_transfers_debit ON ledger_transfers USING btree (debit_owner_id, debit_kind, occurred_at DESC);
grant select on ledger_transfers to permille_app;

create table listing_invitations (
  listing_id uuid not null,
  clipper_id uuid not null,
  invited_at timestamp with time zone not null,
  constraint listing_invitations_pkey PRIMARY KEY (listing_id, clipper_id),
  constraint listing_invitations_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint listing_invitations_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id)
);
grant select, insert, update, delete on listing_invitations to permille_app;

create table listing_spend_rates (
  listing_id uuid not null,
  week_micros bigint not null,
  computed_at timestamp with time zone not null,
  constraint listing_spend_rates_pkey PRIMARY KEY (listing_id),
  constraint listing_spend_rates_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint listing_spend_rates_week_micros_check CHECK (week_micros > 0)
);
grant select, insert, update, delete on listing_spend_rates to permille_app;

create table listing_versions (
  listing_id uuid not null,
  version integer not null,
  title text not null,
  description text not null,
  instructions text not null,
  platforms text[] not null,
  rate_cents_per_mille integer not null,
  source_media_id uuid,
  source_url text,
  min_views bigint not null default 0,
  max_payout_micros bigint,
  clips_per_clipper integer not null default 5,
  tracking_days integer not null default 30,
  decision_hours integer not null default 24,
  allocation text not null default 'first_approved'::text,
  required_tags text[] not null default '{}'::text[],
  disclosure_required boolean not null default true,
  min_seconds integer,
  max_seconds integer,
  language text not null default 'any'::text,
  created_at timestamp with time zone not null,
  constraint listing_versions_pkey PRIMARY KEY (listing_id, version),
  constraint listing_versions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint listing_versions_source_media_id_fkey FOREIGN KEY (source_media_id) REFERENCES media_files(id),
  constraint listing_versions_allocation_check CHECK (allocation = ANY (ARRAY['first_approved'::text, 'reserved'::text])),
  constraint listing_versions_check CHECK (source_media_id IS NOT NULL OR source_url IS NOT NULL),
  constraint listing_versions_check1 CHECK (allocation <> 'reserved'::text OR max_payout_micros IS NOT NULL),
  constraint listing_versions_clips_per_clipper_check CHECK (clips_per_clipper >= 1 AND clips_per_clipper <= 100),
  constraint listing_versions_decision_hours_check CHECK (decision_hours = ANY (ARRAY[24, 48, 72])),
  constraint listing_versions_max_payout_micros_check CHECK (max_payout_micros > 0),
  constraint listing_versions_min_views_check CHECK (min_views >= 0),
  constraint listing_versions_tracking_days_check CHECK (tracking_days >= 1 AND tracking_days <= 90)
);
CREATE INDEX listing_versions_source ON listing_versions USING btree (source_media_id) WHERE (source_media_id IS NOT NULL);
grant select, insert, update, delete on listing_versions to permille_app;

create table listings (
  id uuid not null,
  host_id uuid not null,
  state text not null,
  pause_reason text,
  current_version integer not null,
  title text not null,
  rate_cents_per_mille integer not null,
  platforms text[] not null,
  language text not null default 'any'::text,
  max_payout_micros bigint,
  min_views bigint not null default 0,
  decision_hours integer not null default 24,
  source_kind text not null default 'link'::text,
  source_duration_ms bigint,
  search_text text not null,
  search_words tsvector not null generated always as (to_tsvector('simple'::regconfig, search_text)) stored,
  funded_micros bigint not null,
  card text not null generated always as (listing_card(id, title, platforms, language, rate_cents_per_mille, funded_micros, max_payout_micros, min_views, decision_hours, created_at, source_kind, source_duration_ms)) stored,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  settled_at timestamp with time zone,
  removed_at timestamp with time zone,
  removal_reason text,
  remainder_frozen boolean not null default false,
  remainder_returns integer not null default 0,
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_host_id_fkey FOREIGN KEY (host_id) REFERENCES users(id),
  constraint listings_check CHECK ((state = 'paused'::text) = (pause_reason IS NOT NULL)),
  constraint listings_frozen_when_removed CHECK (NOT remainder_frozen OR state = 'removed'::text),
  constraint listings_funded_micros_check CHECK (funded_micros >= 0),
  constraint listings_pause_reason_check CHECK (pause_reason = ANY (ARRAY['host'::text, 'exhausted'::text, 'banned'::text, 'disputed'::text])),
  constraint listings_platforms_check CHECK (cardinality(platforms) > 0 AND platforms <@ ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text]),
  constraint listings_rate_cents_per_mille_check CHECK (rate_cents_per_mille >= 10 AND rate_cents_per_mille <= 5000),
  constraint listings_source_kind_check CHECK (source_kind = ANY (ARRAY['upload'::text, 'link'::text])),
  constraint listings_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text, 'settled'::text, 'removed'::text])),
  constraint listings_title_check CHECK (length(title) >= 1 AND length(title) <= 100)
);
CREATE INDEX listings_ends_at ON listings USING btree (ends_at) WHERE (state = ANY (ARRAY['active'::text, 'paused'::text]));
CREATE INDEX listings_exhausted ON listings USING btree (id) WHERE ((state = 'paused'::text) AND (pause_reason = 'exhausted'::text));
CREATE INDEX listings_feed_newest ON listings USING btree (created_at DESC, id DESC) WHERE (state = 'active'::text);
CREATE INDEX listings_feed_rate ON listings USING btree (rate_cents_per_mille DESC, id DESC) WHERE (state = 'active'::text);
CREATE INDEX listings_host ON listings USING btree (host_id, created_at DESC, id DESC);
CREATE INDEX listings_of_host ON listings USING btree (host_id, id) WHERE (state = 'active'::text);
CREATE INDEX listings_search ON listings USING gin (search_words) WHERE (state = 'active'::text);
CREATE INDEX listings_unsettled ON listings USING btree (ended_at) WHERE (state = 'ended'::text);
grant select, insert, update, delete on listings to permille_app;

create table lookup_quotas (
  user_id uuid not null,
  day date not null,
  lookups integer not null,
  constraint lookup_quotas_pkey PRIMARY KEY (user_id),
  constraint lookup_quotas_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint lookup_quotas_lookups_check CHECK (lookups > 0)
);
grant select, insert, update, delete on lookup_quotas to permille_app;

create table media_files (
  id uuid not null,
  owner_id uuid not null,
  kind text not null,
  state text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  duration_ms bigint,
  width integer,
  height integer,
  storage_key text not null,
  refusal text,
  created_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  remove_at timestamp with time zone,
  constraint media_files_pkey PRIMARY KEY (id),
  constraint media_files_storage_key_key UNIQUE (storage_key),
  constraint media_files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint media_files_file_name_check CHECK (length(file_name) <= 255),
  constraint media_files_kind_check CHECK (kind = ANY (ARRAY['source'::text, 'photo'::text, 'screenshot'::text])),
  constraint media_files_size_bytes_check CHECK (size_bytes >= 0),
  constraint media_files_state_check CHECK (state = ANY (ARRAY['uploading'::text, 'ready'::text, 'refused'::text, 'erased'::text]))
);
CREATE INDEX media_files_erased ON media_files USING btree (id) WHERE ((state = 'erased'::text) AND (ready_at IS NOT NULL));
CREATE INDEX media_files_owner ON media_files USING btree (owner_id, created_at DESC);
CREATE INDEX media_files_remove_at ON media_files USING btree (remove_at) WHERE (remove_at IS NOT NULL);
CREATE INDEX media_files_space ON media_files USING btree (owner_id) INCLUDE (size_bytes) WHERE ((kind = 'source'::text) AND (state = ANY (ARRAY['uploading'::text, 'ready'::text])));
grant select, insert, update, delete on media_files to permille_app;

create table notification_preferences (
  user_id uuid not null,
  topic text not null,
  by_mail boolean not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id, topic),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
grant select, insert, update, delete on notification_preferences to permille_app;

create table notifications (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  title text not null,
  body text not null,
  link text not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  mail text not null default 'none'::text,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_mail_check CHECK (mail = ANY (ARRAY['none'::text, 'waiting'::text, 'done'::text]))
);
CREATE INDEX notifications_mail ON notifications USING btree (created_at, id) WHERE (mail = 'waiting'::text);
CREATE INDEX notifications_unread ON notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user ON notifications USING btree (user_id, created_at DESC, id DESC);
grant select, insert, update, delete on notifications to permille_app;

create table outbound_emails (
  id uuid not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  last_error text,
  constraint outbound_emails_pkey PRIMARY KEY (id),
  constraint outbound_emails_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX outbound_emails_created_at ON outbound_emails USING btree (created_at DESC, id DESC);
CREATE INDEX outbound_emails_waiting ON outbound_emails USING btree (next_attempt_at) WHERE (state = 'waiting'::text);
grant select, insert, update, delete on outbound_emails to permille_app;

create table payout_account_checks (
  payout_id uuid not null,
  checked_at timestamp with time zone not null,
  again_at timestamp with time zone not null,
  problem text,
  problem_since timestamp with time zone,
  constraint payout_account_checks_pkey PRIMARY KEY (payout_id),
  constraint payout_account_checks_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id) ON DELETE CASCADE,
  constraint payout_account_checks_check CHECK ((problem IS NULL) = (problem_since IS NULL))
);
CREATE INDEX payout_account_checks_again ON payout_account_checks USING btree (again_at);
grant select, insert, update, delete on payout_account_checks to permille_app;

create table payout_accruals (
  payout_id uuid not null,
  submission_id uuid not null,
  entry_id uuid not null,
  amount_micros bigint not null,
  replaced_micros bigint not null default 0,
  linked_at timestamp with time zone not null,
  freed_at timestamp with time zone,
  constraint payout_accruals_pkey PRIMARY KEY (payout_id, submission_id, entry_id),
  constraint payout_accruals_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  constraint payout_accruals_amount_micros_check CHECK (amount_micros > 0),
  constraint payout_accruals_replaced CHECK (replaced_micros >= 0 AND replaced_micros <= amount_micros)
);
CREATE INDEX payout_accruals_step ON payout_accruals USING btree (submission_id, entry_id);
grant select, insert, update, delete on payout_accruals to permille_app;

create table payout_addresses (
  user_id uuid not null,
  email text not null,
  usable_at timestamp with time zone not null,
  set_at timestamp with time zone not null,
  constraint payout_addresses_pkey PRIMARY KEY (user_id),
  constraint payout_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
grant select, insert, update, delete on payout_addresses to permille_app;

create table payout_batches (
  id uuid not null,
  state text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  next_step_at timestamp with time zone,
  attempts integer not null default 0,
  uncertain boolean not null default false,
  paypal_batch_id text,
  problem text,
  constraint payout_batches_pkey PRIMARY KEY (id),
  constraint payout_batches_paypal_batch_id_key UNIQUE (paypal_batch_id),
  constraint payout_batches_check CHECK ((state = 'sent'::text) <= (paypal_batch_id IS NOT NULL AND sent_at IS NOT NULL)),
  constraint payout_batches_state_check CHECK (state = ANY (ARRAY['created'::text, 'sent'::text, 'refused'::text, 'closed'::text, 'abandoned'::text]))
);
CREATE INDEX payout_batches_due ON payout_batches USING btree (next_step_at) WHERE (next_step_at IS NOT NULL);
CREATE INDEX payout_batches_newest ON payout_batches USING btree (created_at DESC, id DESC);
grant select, insert, update, delete on payout_batches to permille_app;

create table payout_countries (
  user_id uuid not null,
  country text not null,
  set_at timestamp with time zone not null,
  constraint payout_countries_pkey PRIMARY KEY (user_id),
  constraint payout_countries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payout_countries_country_check CHECK (country ~ '^[A-Z]{2}$'::text)
);
grant select, insert, update, delete on payout_countries to permille_app;

create table payout_late_statuses (
  payout_id uuid not null,
  item_state text not null,
  reported_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  constraint payout_late_statuses_pkey PRIMARY KEY (payout_id),
  constraint payout_late_statuses_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id) ON DELETE CASCADE,
  constraint payout_late_statuses_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint payout_late_statuses_check CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX payout_late_statuses_open ON payout_late_statuses USING btree (reported_at) WHERE (resolved_at IS NULL);
grant select, insert, update, delete on payout_late_statuses to permille_app;

create table payout_pauses (
  id uuid not null,
  paused_at timestamp with time zone not null,
  paused_by uuid not null,
  reason text not null,
  resumed_at timestamp with time zone,
  resumed_by uuid,
  constraint payout_pauses_pkey PRIMARY KEY (id),
  constraint payout_pauses_paused_by_fkey FOREIGN KEY (paused_by) REFERENCES users(id),
  constraint payout_pauses_resumed_by_fkey FOREIGN KEY (resumed_by) REFERENCES users(id),
  constraint payout_pauses_check CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);
CREATE UNIQUE INDEX payout_pauses_one_open ON payout_pauses USING btree ((true)) WHERE (resumed_at IS NULL);
grant select, insert, update, delete on payout_pauses to permille_app;

create table payout_runs (
  due_at timestamp with time zone not null,
  ran_at timestamp with time zone not null,
  payouts integer not null,
  constraint payout_runs_pkey PRIMARY KEY (due_at)
);
grant select, insert, update, delete on payout_runs to permille_app;

create table payouts (
  id uuid not null,
  clipper_id uuid not null,
  cause text not null,
  amount_micros bigint not null,
  destination text not null,
  rail text not null default 'manual'::text,
  state text not null,
  requested_at timestamp with time zone not null,
  processing_at timestamp with time zone,
  finished_at timestamp with time zone,
  due_at timestamp with time zone not null,
  reference text,
  failure text,
  batch_id uuid,
  item_id text,
  item_state text,
  returned_at timestamp with time zone,
  not_before timestamp with time zone,
  alone boolean not null default false,
  late_notified_at timestamp with time zone,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batches(id),
  constraint payouts_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id),
  constraint payouts_amount_micros_check CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint payouts_cause_check CHECK (cause = ANY (ARRAY['withdrawal'::text, 'weekly'::text, 'closing'::text])),
  constraint payouts_check CHECK (state <> 'paid'::text OR reference IS NOT NULL),
  constraint payouts_rail_check CHECK (rail = ANY (ARRAY['manual'::text, 'paypal'::text])),
  constraint payouts_state_check CHECK (state = ANY (ARRAY['requested'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'canceled'::text, 'returned'::text]))
);
CREATE INDEX payouts_batch ON payouts USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX payouts_clipper ON payouts USING btree (clipper_id, requested_at DESC, id DESC);
CREATE INDEX payouts_finished ON payouts USING btree (requested_at DESC, id DESC) WHERE (state = ANY (ARRAY['paid'::text, 'failed'::text, 'canceled'::text, 'returned'::text]));
CREATE INDEX payouts_queue ON payouts USING btree (requested_at, id) WHERE (state = ANY (ARRAY['requested'::text, 'processing'::text]));
grant select, insert, update, delete on payouts to permille_app;

create table pending_sign_ups (
  id uuid not null,
  email text not null,
  role text not null,
  password_hash text not null,
  terms_accepted_at timestamp with time zone,
  terms_version text,
  age_confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_sign_ups_pkey PRIMARY KEY (id),
  constraint pending_sign_ups_email_check CHECK (email = lower(email)),
  constraint pending_sign_ups_role_check CHECK (role = ANY (ARRAY['host'::text, 'clipper'::text]))
);
CREATE INDEX pending_sign_ups_email ON pending_sign_ups USING btree (email);
CREATE INDEX pending_sign_ups_expires_at ON pending_sign_ups USING btree (expires_at);
grant select, insert, update, delete on pending_sign_ups to permille_app;

create table platform_backoffs (
  platform text not null,
  until timestamp with time zone not null,
  times integer not null,
  reason text not null,
  constraint platform_backoffs_pkey PRIMARY KEY (platform),
  constraint platform_backoffs_platform_check CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text])),
  constraint platform_backoffs_times_check CHECK (times > 0)
);
grant select, insert, update, delete on platform_backoffs to permille_app;

create table platform_calls (
  platform text not null,
  bucket text not null,
  day date not null,
  units bigint not null,
  slice_at timestamp with time zone not null,
  slice_units integer not null,
  constraint platform_calls_pkey PRIMARY KEY (platform, bucket, day),
  constraint platform_calls_platform_check CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text])),
  constraint platform_calls_slice_units_check CHECK (slice_units >= 0),
  constraint platform_calls_units_check CHECK (units >= 0)
);
grant select, insert, update, delete on platform_calls to permille_app;

create table processor_refunds (
  processor_id text not null,
  payment_intent text not null,
  amount_micros bigint not null,
  failed boolean not null default false,
  constraint processor_refunds_pkey PRIMARY KEY (processor_id),
  constraint processor_refunds_payment_intent_fkey FOREIGN KEY (payment_intent) REFERENCES card_payments(payment_intent),
  constraint processor_refunds_amount_micros_check CHECK (amount_micros >= 0)
);
CREATE INDEX processor_refunds_payment ON processor_refunds USING btree (payment_intent);
grant select, insert, update, delete on processor_refunds to permille_app;

create table profiles (
  user_id uuid not null,
  username text not null,
  full_name text not null,
  avatar_media_id uuid,
  earnings_hidden boolean not null default false,
  onboarding_completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_avatar_media_id_fkey FOREIGN KEY (avatar_media_id) REFERENCES media_files(id),
  constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint profiles_username_check CHECK (username ~ '^[a-z0-9_]{3,30}$'::text)
);
CREATE INDEX profiles_avatar ON profiles USING btree (avatar_media_id) WHERE (avatar_media_id IS NOT NULL);
CREATE UNIQUE INDEX profiles_username ON profiles USING btree (username);
grant select, insert, update, delete on profiles to permille_app;

create table rate_limits (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  expires_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket, window_start)
);
CREATE INDEX rate_limits_expires_at ON rate_limits USING btree (expires_at);
grant select, insert, update, delete on rate_limits to permille_app;

create table reconciliations (
  id uuid not null,
  night timestamp with time zone,
  asked_by uuid,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  invariants jsonb not null default '[]'::jsonb,
  broken integer not null default 0,
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_night_key UNIQUE (night),
  constraint reconciliations_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX reconciliations_newest ON reconciliations USING btree (started_at DESC, id DESC);
grant select, insert, update, delete on reconciliations to permille_app;

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
comment on table schema_migrations is 'Which files of db/migrations this database has had, and what they said.';
grant select on schema_migrations to permille_app;

create table score_versions (
  version integer not null,
  made_at timestamp with time zone not null,
  made_by uuid,
  note text not null,
  settings jsonb not null,
  constraint score_versions_pkey PRIMARY KEY (version),
  constraint score_versions_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint score_versions_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint score_versions_version_check CHECK (version > 0)
);
grant select, insert on score_versions to permille_app;

create table second_factors (
  user_id uuid not null,
  secret_sealed text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  tries integer not null default 0,
  locked_until timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
grant select, insert, update, delete on second_factors to permille_app;

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  confirmed_at timestamp with time zone not null default clock_timestamp(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id ON sessions USING btree (user_id);
grant select, insert, update, delete on sessions to permille_app;

create table submission_messages (
  id uuid not null,
  submission_id uuid not null,
  author_id uuid not null,
  body text not null,
  sent_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint submission_messages_pkey PRIMARY KEY (id),
  constraint submission_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint submission_messages_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint submission_messages_body_check CHECK (length(body) >= 1 AND length(body) <= 1000)
);
CREATE INDEX submission_messages_thread ON submission_messages USING btree (submission_id, sent_at DESC, id DESC);
CREATE INDEX submission_messages_unread ON submission_messages USING btree (submission_id, author_id) WHERE (read_at IS NULL);
grant select, insert, update, delete on submission_messages to permille_app;

create table submissions (
  id uuid not null,
  listing_id uuid not null,
  listing_version integer not null,
  clipper_id uuid not null,
  connection_id uuid not null,
  platform text not null,
  post_id text not null,
  url text not null,
  caption text not null default ''::text,
  posted_at timestamp with time zone not null,
  duration_seconds integer,
  reported_views bigint not null,
  status text not null default 'pending'::text,
  submitted_at timestamp with time zone not null,
  decision_started_at timestamp with time zone,
  decide_by timestamp with time zone not null,
  escalated boolean not null default false,
  decision text,
  decision_by uuid,
  decision_commits_at timestamp with time zone,
  reject_reason text,
  reject_note text,
  decided_at timestamp with time zone,
  approved_at timestamp with time zone,
  approved_how text,
  tracking_until timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint submissions_pkey PRIMARY KEY (id),
  constraint submissions_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES users(id),
  constraint submissions_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id),
  constraint submissions_decision_by_fkey FOREIGN KEY (decision_by) REFERENCES users(id),
  constraint submissions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint submissions_listing_id_listing_version_fkey FOREIGN KEY (listing_id, listing_version) REFERENCES listing_versions(listing_id, version),
  constraint submissions_approved_how_check CHECK (approved_how = ANY (ARRAY['host'::text, 'automatically'::text, 'admin'::text, 'appeal'::text])),
  constraint submissions_check CHECK ((status = 'approved'::text) = (approved_at IS NOT NULL AND tracking_until IS NOT NULL)),
  constraint submissions_check1 CHECK ((decision IS NULL) = (decision_commits_at IS NULL)),
  constraint submissions_check2 CHECK (decision IS NULL OR status = 'pending'::text),
  constraint submissions_decision_check CHECK (decision = ANY (ARRAY['approve'::text, 'reject'::text])),
  constraint submissions_platform_check CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text])),
  constraint submissions_reject_note_check CHECK (length(reject_note) <= 500),
  constraint submissions_reject_reason_check CHECK (reject_reason = ANY (ARRAY['wrong_content'::text, 'missing_disclosure'::text, 'duplicate'::text, 'outside_window'::text, 'invalid_proof'::text, 'suspected_fake_views'::text, 'other'::text])),
  constraint submissions_reported_views_check CHECK (reported_views >= 0),
  constraint submissions_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE INDEX submissions_appealable ON submissions USING btree (listing_id, decided_at) WHERE (status = 'rejected'::text);
CREATE INDEX submissions_approved_listing ON submissions USING btree (listing_id, approved_at, id) WHERE (status = 'approved'::text);
CREATE INDEX submissions_clipper ON submissions USING btree (clipper_id, submitted_at DESC, id DESC);
CREATE INDEX submissions_clipper_listing ON submissions USING btree (clipper_id, listing_id);
CREATE INDEX submissions_decide_by ON submissions USING btree (decide_by) WHERE (status = 'pending'::text);
CREATE INDEX submissions_decision ON submissions USING btree (decision_commits_at) WHERE (decision IS NOT NULL);
CREATE INDEX submissions_listing ON submissions USING btree (listing_id, submitted_at DESC, id DESC);
CREATE UNIQUE INDEX submissions_live_post ON submissions USING btree (platform, post_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]));
CREATE INDEX submissions_post ON submissions USING btree (platform, post_id);
CREATE INDEX submissions_queue ON submissions USING btree (listing_id, decide_by, id) WHERE (status = 'pending'::text);
grant select, insert, update, delete on submissions to permille_app;

create table support_answers (
  id uuid not null,
  message_id uuid not null,
  admin_id uuid not null,
  text text not null,
  created_at timestamp with time zone not null,
  constraint support_answers_pkey PRIMARY KEY (id),
  constraint support_answers_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id),
  constraint support_answers_message_id_fkey FOREIGN KEY (message_id) REFERENCES support_messages(id) ON DELETE CASCADE,
  constraint support_answers_text_check CHECK (text <> ''::text)
);
CREATE INDEX support_answers_message ON support_answers USING btree (message_id, created_at);
grant select, insert, update, delete on support_answers to permille_app;

create table support_messages (
  id uuid not null,
  user_id uuid,
  name text not null,
  email text not null,
  category text not null,
  message text not null,
  created_at timestamp with time zone not null,
  state text not null default 'open'::text,
  constraint support_messages_pkey PRIMARY KEY (id),
  constraint support_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint support_messages_category_check CHECK (category = ANY (ARRAY['billing'::text, 'account'::text, 'bug'::text, 'feedback'::text])),
  constraint support_messages_email_check CHECK (email <> ''::text),
  constraint support_messages_message_check CHECK (message <> ''::text),
  constraint support_messages_name_check CHECK (name <> ''::text),
  constraint support_messages_state_check CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))
);
CREATE INDEX support_messages_email ON support_messages USING btree (email, created_at DESC);
CREATE INDEX support_messages_state ON support_messages USING btree (state, created_at, id);
grant select, insert, update, delete on support_messages to permille_app;

create table suspense_items (
  id uuid not null,
  cause text not null,
  owner_kind ledger_account_kind,
  owner_id uuid,
  rail text,
  amount_micros bigint not null,
  reference text not null,
  subject_id uuid not null,
  arrived_at timestamp with time zone not null,
  state text not null default 'open'::text,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  reason text,
  sent_rail text,
  sent_reference text,
  deposit_id uuid,
  constraint suspense_items_pkey PRIMARY KEY (id),
  constraint suspense_items_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint suspense_items_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint suspense_items_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint suspense_items_amount_micros_check CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint suspense_items_cause_check CHECK (cause = ANY (ARRAY['refund_failed'::text, 'payout_failed'::text, 'payout_returned'::text, 'dispute_won'::text, 'budget_freed'::text, 'late_deposit'::text, 'closed_account'::text, 'bank_transfer'::text, 'card_payment'::text, 'unmatched'::text])),
  constraint suspense_items_check CHECK ((owner_kind IS NULL) = (owner_id IS NULL)),
  constraint suspense_items_check1 CHECK (owner_id IS NOT NULL OR rail IS NOT NULL),
  constraint suspense_items_check2 CHECK ((state = 'open'::text) = (resolved_at IS NULL)),
  constraint suspense_items_check3 CHECK ((state = ANY (ARRAY['open'::text, 'reclaimed'::text])) OR resolved_by IS NOT NULL AND reason IS NOT NULL),
  constraint suspense_items_check4 CHECK ((state = 'sent_back'::text) = (sent_rail IS NOT NULL AND sent_reference IS NOT NULL)),
  constraint suspense_items_owner_kind_check CHECK (owner_kind = ANY (ARRAY['host'::ledger_account_kind, 'clipper_available'::ledger_account_kind])),
  constraint suspense_items_rail_check CHECK (rail = ANY (ARRAY['test'::text, 'bank'::text, 'stripe'::text, 'paypal'::text, 'manual'::text])),
  constraint suspense_items_sent_rail_check CHECK (sent_rail = ANY (ARRAY['test'::text, 'bank'::text, 'stripe'::text, 'paypal'::text, 'manual'::text])),
  constraint suspense_items_state_check CHECK (state = ANY (ARRAY['open'::text, 'sent_back'::text, 'credited'::text, 'written_off'::text, 'reclaimed'::text]))
);
CREATE INDEX suspense_items_newest ON suspense_items USING btree (arrived_at DESC, id DESC);
CREATE INDEX suspense_items_open ON suspense_items USING btree (arrived_at, id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX suspense_items_outside ON suspense_items USING btree (rail, reference) WHERE (owner_id IS NULL);
CREATE INDEX suspense_items_owner ON suspense_items USING btree (owner_id) WHERE (state = 'open'::text);
grant select, insert, update, delete on suspense_items to permille_app;

create table takedown_requests (
  id uuid not null,
  user_id uuid,
  name text not null,
  email text not null,
  on_behalf_of text,
  url text not null,
  work text not null,
  signature text not null,
  created_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  handled_by uuid,
  handled_note text,
  constraint takedown_requests_pkey PRIMARY KEY (id),
  constraint takedown_requests_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES users(id),
  constraint takedown_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint takedown_requests_check CHECK ((handled_at IS NULL) = (handled_by IS NULL) AND (handled_at IS NULL) = (handled_note IS NULL)),
  constraint takedown_requests_email_check CHECK (email <> ''::text),
  constraint takedown_requests_name_check CHECK (name <> ''::text),
  constraint takedown_requests_on_behalf_of_check CHECK (on_behalf_of <> ''::text),
  constraint takedown_requests_signature_check CHECK (signature <> ''::text),
  constraint takedown_requests_url_check CHECK (url ~ '^https?://'::text),
  constraint takedown_requests_work_check CHECK (work <> ''::text)
);
CREATE INDEX takedown_requests_email ON takedown_requests USING btree (email, created_at DESC);
CREATE INDEX takedown_requests_handled ON takedown_requests USING btree (created_at DESC, id DESC) WHERE (handled_at IS NOT NULL);
CREATE INDEX takedown_requests_open ON takedown_requests USING btree (created_at, id) WHERE (handled_at IS NULL);
grant select, insert, update, delete on takedown_requests to permille_app;

create table users (
  id uuid not null,
  email text not null,
  email_verified boolean not null default true,
  name text not null,
  image text,
  role text,
  admin_username text,
  is_demo boolean not null default false,
  banned_at timestamp with time zone,
  ban_reason text,
  terms_accepted_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  payouts_allowed_at timestamp with time zone,
  age_confirmed_at timestamp with time zone,
  terms_version text,
  closed_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_check CHECK (payouts_allowed_at IS NULL OR banned_at IS NOT NULL),
  constraint users_email_check CHECK (email = lower(email)),
  constraint users_email_verified CHECK (email_verified),
  constraint users_role_check CHECK (role = ANY (ARRAY['host'::text, 'clipper'::text, 'admin'::text]))
);
CREATE UNIQUE INDEX users_admin_username ON users USING btree (lower(admin_username)) WHERE (admin_username IS NOT NULL);
CREATE INDEX users_closed ON users USING btree (id) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX users_email ON users USING btree (email);
grant select, insert, update, delete on users to permille_app;

create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_identifier ON verifications USING btree (identifier);
grant select, insert, update, delete on verifications to permille_app;

create table view_attestations (
  id uuid not null,
  submission_id uuid not null,
  media_id uuid not null,
  reported_views bigint not null,
  sent_at timestamp with time zone not null,
  state text not null,
  read_views bigint,
  read_text text,
  read_at timestamp with time zone,
  replaced_at timestamp with time zone,
  sha256 text,
  decision text,
  decided_at timestamp with time zone,
  refusal_note text,
  counted_views bigint,
  waiting_since timestamp with time zone not null,
  constraint view_attestations_pkey PRIMARY KEY (id),
  constraint view_attestations_media_id_fkey FOREIGN KEY (media_id) REFERENCES media_files(id),
  constraint view_attestations_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint view_attestations_counted CHECK ((NOT decision IS DISTINCT FROM 'confirmed'::text) = (counted_views IS NOT NULL)),
  constraint view_attestations_counted_views_check CHECK (counted_views >= 0),
  constraint view_attestations_decided CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint view_attestations_decision_check CHECK (decision = ANY (ARRAY['confirmed'::text, 'refused'::text])),
  constraint view_attestations_read_text_check CHECK (length(read_text) <= 4000),
  constraint view_attestations_read_views_check CHECK (read_views >= 0),
  constraint view_attestations_refusal_note_check CHECK (length(refusal_note) <= 500),
  constraint view_attestations_reported_views_check CHECK (reported_views >= 0),
  constraint view_attestations_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'match'::text, 'mismatch'::text, 'unreadable'::text]))
);
CREATE UNIQUE INDEX view_attestations_current ON view_attestations USING btree (submission_id) WHERE (replaced_at IS NULL);
CREATE INDEX view_attestations_media ON view_attestations USING btree (media_id);
CREATE INDEX view_attestations_read ON view_attestations USING btree (read_at) WHERE (read_at IS NOT NULL);
CREATE INDEX view_attestations_sent ON view_attestations USING btree (submission_id, sent_at);
CREATE INDEX view_attestations_sha256 ON view_attestations USING btree (sha256);
CREATE INDEX view_attestations_undecided ON view_attestations USING btree (waiting_since, id) WHERE ((decision IS NULL) AND (replaced_at IS NULL));
CREATE INDEX view_attestations_waiting ON view_attestations USING btree (sent_at) WHERE ((state = 'waiting'::text) AND (replaced_at IS NULL));
grant select, insert, update, delete on view_attestations to permille_app;

create table view_snapshots (
  submission_id uuid not null,
  fetched_at timestamp with time zone not null,
  views bigint not null,
  likes bigint,
  comments bigint,
  shares bigint,
  source text not null,
  counting_rule text not null,
  constraint view_snapshots_pkey PRIMARY KEY (submission_id, fetched_at),
  constraint view_snapshots_submission_id_fkey1 FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint view_snapshots_views_check1 CHECK (views >= 0)
) partition by RANGE (fetched_at);
grant select, insert on view_snapshots to permille_app;

create table view_snapshots_default partition of view_snapshots DEFAULT;
-- permille_app: no rights on view_snapshots_default

create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamp with time zone not null,
  payload_hash bytea not null,
  constraint webhook_events_pkey PRIMARY KEY (provider, event_id),
  constraint webhook_events_provider_check CHECK (provider = ANY (ARRAY['stripe'::text, 'paypal'::text, 'tiktok'::text, 'instagram'::text]))
);
CREATE INDEX webhook_events_received ON webhook_events USING btree (received_at);
grant select, insert, update, delete on webhook_events to permille_app;

CREATE OR REPLACE FUNCTION public.contested_clips()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  with since as materialized (select public.last_snapshot_days_end() + 30 - 14 as at)
  select submission_id from public.fraud_holds, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select submission_id from public.appeals, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select id from public.submissions, since where status = 'rejected' and decided_at >= since.at
$function$;
-- permille_app may not call contested_clips()

CREATE OR REPLACE FUNCTION public.email_mark(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(box, '.', '') || '@gmail.com'
    else box || '@' || domain end
  from (select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) as box,
    split_part(lower(trim(address)), '@', 2) as domain) parts
$function$;
-- permille_app may call email_mark(text)

CREATE OR REPLACE FUNCTION public.end_snapshot_days(before date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare
  ended int := 0;
  part text;
begin
  perform pg_advisory_xact_lock(7306180143);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.view_snapshots'::regclass and c.relname ~ '^view_snapshots_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < before
    order by c.relname limit 10
  loop
    execute format('alter table public.view_snapshots detach partition public.%I', part);
    execute format('insert into public.view_snapshots
      select v.* from public.%I v
      where exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
        or v.submission_id in (select public.contested_clips())
        or (exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = ''polling'')
          and not exists (select from public.%I w where w.submission_id = v.submission_id and w.fetched_at > v.fetched_at))',
      part, part);
    execute format('drop table public.%I', part);
    ended := ended + 1;
  end loop;
  delete from public.view_snapshots_default v
  where v.fetched_at < before
    and not exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
    and v.submission_id not in (select public.contested_clips())
    and (not exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = 'polling')
      or exists (select from public.view_snapshots_default w where w.submission_id = v.submission_id
        and w.fetched_at > v.fetched_at and w.fetched_at < date_trunc('day', v.fetched_at) + interval '1 day'));
  return ended;
end $function$;
-- permille_app may not call end_snapshot_days(date)

CREATE OR REPLACE FUNCTION public.expire_snapshot_days(before date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
begin
  if before > public.last_snapshot_days_end() then
    raise exception 'the counts of the last 30 days stay: % is after %', before, public.last_snapshot_days_end();
  end if;
  return public.end_snapshot_days(before);
end $function$;
-- permille_app may call expire_snapshot_days(date)

CREATE OR REPLACE FUNCTION public.last_snapshot_days_end()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  select (case when exists (select from public.installation where mode = 'live') then now()
    else greatest(now(), (select max(fetched_at) from public.view_snapshots)) end)::date - 30
$function$;
-- permille_app may call last_snapshot_days_end()

CREATE OR REPLACE FUNCTION public.ledger_lock(p_kinds ledger_account_kind[], p_owners uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET random_page_cost TO '1.1'
AS $function$
begin
  perform 1 from ledger_accounts a
    join (select distinct * from unnest(p_kinds, p_owners) as named (kind, owner_id)) n
      on a.kind = n.kind and a.owner_id = n.owner_id
    order by a.kind, a.owner_id for no key update of a;
end $function$;
-- permille_app may call ledger_lock(ledger_account_kind[],uuid[])

CREATE OR REPLACE FUNCTION public.ledger_open(p_kind ledger_account_kind, p_owner uuid, p_change bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if p_change < 0 and p_kind >= 'host' then return false; end if;
  insert into ledger_accounts as a (kind, owner_id, balance_micros) values (p_kind, p_owner, p_change)
    on conflict (kind, owner_id) do update set balance_micros = a.balance_micros + excluded.balance_micros;
  return true;
end $function$;
-- permille_app may not call ledger_open(ledger_account_kind,uuid,bigint)

CREATE OR REPLACE FUNCTION public.ledger_post(p_entry_id uuid, p_key text, p_request_hash bytea, p_kind text, p_occurred_at timestamp with time zone, p_debit_kinds ledger_account_kind[], p_debit_owners uuid[], p_credit_kinds ledger_account_kind[], p_credit_owners uuid[], p_amounts bigint[], p_subjects uuid[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET random_page_cost TO '1.1'
AS $function$
begin
  insert into ledger_entries (id, key, request_hash, kind, occurred_at)
    values (p_entry_id, p_key, p_request_hash, p_kind, p_occurred_at)
    on conflict on constraint ledger_entries_key do nothing;
  if not found then return ledger_seen(p_key, p_request_hash); end if;

  perform 1 from ledger_accounts a
    join (select unnest(p_debit_kinds) as kind, unnest(p_debit_owners) as owner_id
          union select unnest(p_credit_kinds), unnest(p_credit_owners)) t
      on a.kind = t.kind and a.owner_id = t.owner_id
    order by a.kind, a.owner_id for no key update of a;

  -- Nobody else can lower these balances now. An account that does not exist holds nothing.
  perform 1 from (
      select kind, owner_id, sum(change)::bigint as change
      from (select unnest(p_debit_kinds) as kind, unnest(p_debit_owners) as owner_id, -unnest(p_amounts) as change
            union all select unnest(p_credit_kinds), unnest(p_credit_owners), unnest(p_amounts)) both_sides
      group by kind, owner_id
    ) c
    left join ledger_accounts a on a.kind = c.kind and a.owner_id = c.owner_id
    where c.change < 0 and coalesce(a.balance_micros, 0) + c.change < 0 and c.kind >= 'host'
    limit 1;
  if found then
    delete from ledger_entries where key = p_key;
    return 'insufficient';
  end if;

  with lines as (
    select * from unnest(p_debit_kinds, p_debit_owners, p_credit_kinds, p_credit_owners, p_amounts, p_subjects)
      with ordinality as l (debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, line)
  ), written as (
    insert into ledger_transfers
      (entry_id, line, kind, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, occurred_at)
    select p_entry_id, line, p_kind, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, p_occurred_at
    from lines
  ), changes as (
    select kind, owner_id, sum(change)::bigint as change
    from (select debit_kind as kind, debit_owner_id as owner_id, -amount_micros as change from lines
          union all select credit_kind, credit_owner_id, amount_micros from lines) both_sides
    group by kind, owner_id
  ), present as (
    update ledger_accounts a set balance_micros = a.balance_micros + c.change
    from changes c where a.kind = c.kind and a.owner_id = c.owner_id
    returning a.kind, a.owner_id
  )
  insert into ledger_accounts as a (kind, owner_id, balance_micros)
    select c.kind, c.owner_id, c.change from changes c
    where not exists (select 1 from present p where p.kind = c.kind and p.owner_id = c.owner_id)
    order by c.kind, c.owner_id
    on conflict (kind, owner_id) do update set balance_micros = a.balance_micros + excluded.balance_micros;
  return 'posted';
end $function$;
-- permille_app may call ledger_post(uuid,text,bytea,text,timestamp with time zone,ledger_account_kind[],uuid[],ledger_account_kind[],uuid[],bigint[],uuid[])

CREATE OR REPLACE FUNCTION public.ledger_seen(p_key text, p_request_hash bytea)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when request_hash = p_request_hash then 'replayed' else 'key_reused' end
  from ledger_entries where key = p_key
$function$;
-- permille_app may not call ledger_seen(text,bytea)

CREATE OR REPLACE FUNCTION public.ledger_transfer(p_entry_id uuid, p_key text, p_request_hash bytea, p_kind text, p_occurred_at timestamp with time zone, p_debit_kind ledger_account_kind, p_debit_owner uuid, p_credit_kind ledger_account_kind, p_credit_owner uuid, p_amount bigint, p_subject uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  credit_first boolean := (p_credit_kind, p_credit_owner) < (p_debit_kind, p_debit_owner);
begin
  insert into ledger_entries (id, key, request_hash, kind, occurred_at)
    values (p_entry_id, p_key, p_request_hash, p_kind, p_occurred_at)
    on conflict on constraint ledger_entries_key do nothing;
  if not found then return ledger_seen(p_key, p_request_hash); end if;

  if credit_first then
    update ledger_accounts set balance_micros = balance_micros + p_amount
      where kind = p_credit_kind and owner_id = p_credit_owner;
    if not found then perform ledger_open(p_credit_kind, p_credit_owner, p_amount); end if;
  end if;

  update ledger_accounts set balance_micros = balance_micros - p_amount
    where kind = p_debit_kind and owner_id = p_debit_owner and (balance_micros >= p_amount or p_debit_kind < 'host');
  if not found and not ledger_open(p_debit_kind, p_debit_owner, -p_amount) then
    if credit_first then
      update ledger_accounts set balance_micros = balance_micros - p_amount
        where kind = p_credit_kind and owner_id = p_credit_owner;
    end if;
    delete from ledger_entries where key = p_key;
    return 'insufficient';
  end if;

  if not credit_first then
    update ledger_accounts set balance_micros = balance_micros + p_amount
      where kind = p_credit_kind and owner_id = p_credit_owner;
    if not found then perform ledger_open(p_credit_kind, p_credit_owner, p_amount); end if;
  end if;

  insert into ledger_transfers
    (entry_id, line, kind, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, occurred_at)
  values (p_entry_id, 1, p_kind, p_debit_kind, p_debit_owner, p_credit_kind, p_credit_owner, p_amount, p_subject,
    p_occurred_at);
  return 'posted';
end $function$;
-- permille_app may call ledger_transfer(uuid,text,bytea,text,timestamp with time zone,ledger_account_kind,uuid,ledger_account_kind,uuid,bigint,uuid)

CREATE OR REPLACE FUNCTION public.listing_card(id uuid, title text, platforms text[], language text, rate_cents_per_mille integer, funded_micros bigint, max_payout_micros bigint, min_views bigint, decision_hours integer, created_at timestamp with time zone, source_kind text, source_duration_ms bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select json_build_object(
    'id', id, 'title', title, 'platforms', platforms, 'language', language,
    'rateCentsPerMille', rate_cents_per_mille, 'fundedMicros', funded_micros::text,
    'maxPayoutMicros', max_payout_micros::text, 'minViews', min_views, 'decisionHours', decision_hours,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'sourceKind', source_kind, 'sourceDurationMs', source_duration_ms)::text
$function$;
-- permille_app may call listing_card(uuid,text,text[],text,integer,bigint,bigint,bigint,integer,timestamp with time zone,text,bigint)

CREATE OR REPLACE FUNCTION public.make_snapshot_days(first_day date, days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare
  made int := 0;
  part text;
  day date;
begin
  if days > 400 then raise exception 'at most 400 days at once'; end if;
  -- Of processes that make the same days one waits for the other.
  perform pg_advisory_xact_lock(7306180143);
  for i in 0 .. days - 1 loop
    day := first_day + i;
    part := 'view_snapshots_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('public.' || part) is not null;
    execute format('create table public.%I (like public.view_snapshots including defaults including constraints including indexes)', part);
    execute format('revoke all on public.%I from permille_app', part);
    execute format('with moved as (delete from public.view_snapshots_default where fetched_at >= %L and fetched_at < %L returning *)
      insert into public.%I select * from moved', day::timestamptz, (day + 1)::timestamptz, part);
    execute format('alter table public.view_snapshots attach partition public.%I for values from (%L) to (%L)',
      part, day::timestamptz, (day + 1)::timestamptz);
    made := made + 1;
  end loop;
  return made;
end $function$;
-- permille_app may call make_snapshot_days(date,integer)

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$function$;
-- permille_app may call uuid_v7()
