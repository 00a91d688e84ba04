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
comment on type ledger_account_kind is 'Kinds before ''host'' may be negative: clearing mirrors the outside; debts, losses and fees are negative by nature. No other account goes below zero. (Comparing the order of kinds is free; comparing with a list in every update is not.)';

create table account_refusals (
  connection_id uuid not null,
  api text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  times integer not null,
  blamed_at timestamp with time zone,
  detail text not null,
  constraint account_refusals_pkey PRIMARY KEY (connection_id, api),
  constraint account_refusals_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE,
  constraint account_refusals_api_known CHECK (api = ANY (ARRAY['posts'::text, 'tokens'::text, 'analytics'::text])),
  constraint account_refusals_in_order CHECK (last_at >= first_at),
  constraint account_refusals_times_positive CHECK (times > 0)
);
comment on table account_refusals is 'Refusals in a row that blame one account, until its platform answers or it is connected again. While many accounts are refused at once, none of them is blamed.';
comment on column account_refusals.api is 'What was asked for: posts, new tokens or the account itself, or the analytics that it releases.';
comment on column account_refusals.blamed_at is 'When the refusal was found to be the account''s own. Null: it is being weighed.';
grant select, insert, update, delete on account_refusals to permille_app;

create table accounts (
  id uuid not null,
  kind text not null,
  name text not null,
  role text,
  is_demo boolean not null default false,
  banned_at timestamp with time zone,
  ban_reason text,
  payouts_allowed_at timestamp with time zone,
  closed_at timestamp with time zone,
  demo_changed_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_kind_known CHECK (kind = ANY (ARRAY['personal'::text, 'organization'::text])),
  constraint accounts_payouts_allowed_when_banned CHECK (payouts_allowed_at IS NULL OR banned_at IS NOT NULL),
  constraint accounts_role_known CHECK (role = ANY (ARRAY['host'::text, 'clipper'::text, 'admin'::text]))
);
comment on table accounts is 'For whom people act: an account owns listings, clips, money, connections and keys.';
comment on column accounts.kind is 'A personal account has its person''s id and one member. An organization has several members.';
comment on column accounts.role is 'What the account does in the market; null until its person has chosen.';
comment on column accounts.payouts_allowed_at is 'A banned clipper''s money is kept until the ban is lifted, or until an admin has reviewed it and allows its payout.';
comment on column accounts.closed_at is 'When the account was closed.';
comment on column accounts.demo_changed_at is 'When a visitor last changed something with this demo account; null: not since it was seeded.';
comment on constraint accounts_payouts_allowed_when_banned on accounts is 'Only a banned account''s money needs permission to be paid.';
CREATE INDEX accounts_closed ON accounts USING btree (id) WHERE (closed_at IS NOT NULL);
comment on index accounts_closed is 'Closed accounts are checked for remaining money.';
CREATE TRIGGER copy_to_person AFTER UPDATE OF name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at ON accounts FOR EACH ROW EXECUTE FUNCTION copy_to_person();
grant select, insert, update, delete on accounts to permille_app;

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
  constraint accruals_amount_micros_positive CHECK (amount_micros > 0),
  constraint accruals_available CHECK (available_micros >= 0 AND available_micros <= amount_micros AND (available_micros = 0 OR released_at IS NOT NULL)),
  constraint accruals_exact CHECK (amount_micros = ((views_to - views_from) * rate_micros_per_view)),
  constraint accruals_released_at CHECK (
CASE state
    WHEN 'pending'::text THEN released_at IS NULL
    WHEN 'released'::text THEN released_at IS NOT NULL
    ELSE true
END),
  constraint accruals_state_known CHECK (state = ANY (ARRAY['pending'::text, 'released'::text, 'reversed'::text])),
  constraint accruals_views_ascend CHECK (views_to > views_from),
  constraint accruals_views_from_not_negative CHECK (views_from >= 0)
);
comment on table accruals is 'Each paid step of views, copied here so that a receipt outlives the snapshots. Steps that are not reversed follow each other without a gap from 0 to paid_views, released ones first. No foreign keys: a settlement of a million clips would check each row, and reconcile compares the sums anyway.';
comment on column accruals.entry_id is 'One entry of the ledger pays a clip at most once.';
comment on column accruals.released_at is 'A released step that fraud takes back is reversed and keeps its time.';
comment on column accruals.available_micros is 'The part of the step''s money that no payout has taken. All these parts of a clipper are the available balance (for a closed account: the suspense and a fraction of a cent), so every outgoing sum names its steps.';
comment on constraint accruals_available on accruals is 'Only released money is available.';
comment on constraint accruals_exact on accruals is 'Accrual never rounds.';
comment on constraint accruals_released_at on accruals is 'A pending step has no release time, a released one has; a reversed one may have.';
comment on constraint accruals_views_ascend on accruals is 'A step pays for at least one view.';
CREATE INDEX accruals_accrued_at ON accruals USING brin (accrued_at timestamptz_minmax_multi_ops);
comment on index accruals_accrued_at is 'The earnings of the last week are summed every hour, and accruals are kept for ever. They are written in the order of time, so a few page summaries say which pages to read. The summaries hold several ranges each, so a released step that moves to another page does not widen them.';
CREATE INDEX accruals_available_of ON accruals USING btree (clipper_id, released_at) WHERE (available_micros > 0);
CREATE UNIQUE INDEX accruals_once ON accruals USING btree (submission_id, views_from) WHERE (state <> 'reversed'::text);
comment on index accruals_once is 'No view is paid twice.';
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
  expired_at timestamp with time zone,
  constraint admin_agreements_pkey PRIMARY KEY (action, subject_id, admin_id),
  constraint admin_agreements_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id),
  constraint admin_agreements_amount_micros_positive CHECK (amount_micros > 0)
);
comment on table admin_agreements is 'Acts above a sum take two admins. The first one''s agreement is kept here until a second one does exactly the same.';
comment on column admin_agreements.subject_id is 'The deposit, clip, person, listing or payout that it is about.';
comment on column admin_agreements.terms is 'The exact terms of the agreement; another amount or reference is another matter.';
comment on column admin_agreements.summary is 'One sentence for the other admins.';
comment on column admin_agreements.carried_out_at is 'When a second admin did it.';
comment on column admin_agreements.expired_at is 'When it expired without a second admin, or the matter was decided on other terms.';
CREATE INDEX admin_agreements_open ON admin_agreements USING btree (agreed_at) WHERE (carried_out_at IS NULL);
CREATE INDEX admin_agreements_waiting ON admin_agreements USING btree (agreed_at) WHERE ((carried_out_at IS NULL) AND (expired_at IS NULL));
comment on index admin_agreements_waiting is 'Agreements that still wait for a second admin.';
CREATE TRIGGER events_insert AFTER INSERT ON admin_agreements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('agreement.changed');
CREATE TRIGGER events_update AFTER UPDATE ON admin_agreements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('agreement.changed');
grant select, insert, update, delete on admin_agreements to permille_app;

create table admin_money_acts (
  id uuid not null,
  act_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  admin_id uuid not null,
  second_admin_id uuid,
  account_id uuid,
  amount_micros bigint not null,
  acted_at timestamp with time zone not null,
  constraint admin_money_acts_pkey PRIMARY KEY (id),
  constraint admin_money_acts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint admin_money_acts_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id),
  constraint admin_money_acts_second_admin_id_fkey FOREIGN KEY (second_admin_id) REFERENCES users(id),
  constraint admin_money_acts_amount_micros_positive CHECK (amount_micros > 0),
  constraint admin_money_acts_kind_not_empty CHECK (kind <> ''::text),
  constraint admin_money_acts_not_for_oneself CHECK (account_id <> admin_id AND account_id <> second_admin_id),
  constraint admin_money_acts_two_people CHECK (second_admin_id <> admin_id)
);
comment on table admin_money_acts is 'Every act by which an admin moved or freed money. Append-only: sums over it decide whether the next act takes two admins.';
comment on column admin_money_acts.act_id is 'One act that benefits several accounts has a row for each.';
comment on column admin_money_acts.kind is 'A kind of contract/admin/money-acts.ts.';
comment on column admin_money_acts.subject_id is 'The deposit, refund, clip, payout, listing, suspense item or person.';
comment on column admin_money_acts.second_admin_id is 'The admin who had agreed before; null: one admin acted alone.';
comment on column admin_money_acts.account_id is 'The host or clipper who benefits; null: nobody on this platform.';
comment on constraint admin_money_acts_not_for_oneself on admin_money_acts is 'Nobody decides on their own money.';
comment on constraint admin_money_acts_two_people on admin_money_acts is 'Two admins are two people.';
CREATE INDEX admin_money_acts_account ON admin_money_acts USING btree (account_id, acted_at) WHERE (account_id IS NOT NULL);
CREATE INDEX admin_money_acts_admin ON admin_money_acts USING btree (admin_id, acted_at);
CREATE INDEX admin_money_acts_subject ON admin_money_acts USING btree (subject_id, kind);
grant select, insert on admin_money_acts to permille_app;

create table alarms (
  name text not null,
  detail text not null,
  raised_at timestamp with time zone not null,
  well_since timestamp with time zone,
  ended_at timestamp with time zone,
  posted_at timestamp with time zone,
  constraint alarms_pkey PRIMARY KEY (name),
  constraint alarms_ended_after_raised CHECK (ended_at >= raised_at)
);
comment on table alarms is 'The last time each part of System Health was wrong, so that the operator is notified once when a problem begins and once when it ends.';
comment on column alarms.well_since is 'When the problem ended; null while it exists. The alarm ends some time later.';
comment on column alarms.posted_at is 'When the operator''s webhook accepted the newest state; null: not yet.';
grant select, insert, update, delete on alarms to permille_app;

create table analytics_consents (
  connection_id uuid not null,
  external_id text not null,
  access_token_sealed text not null,
  refresh_token_sealed text,
  access_token_expires_at timestamp with time zone not null,
  refresh_leased_until timestamp with time zone,
  constraint analytics_consents_pkey PRIMARY KEY (connection_id),
  constraint analytics_consents_connection FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
);
comment on table analytics_consents is 'The consent with which an account''s owner shares analytics, on a platform with a separate app for them (TikTok for Business). It ends with the sharing.';
comment on column analytics_consents.external_id is 'The account''s id for that app.';
comment on column analytics_consents.access_token_sealed is 'Encrypted with the server''s key.';
comment on column analytics_consents.refresh_leased_until is 'As in connections: while a process requests new tokens, nobody else uses the refresh token. Real time.';
CREATE INDEX analytics_consents_account ON analytics_consents USING btree (external_id);
comment on index analytics_consents_account is 'Finds another connection that uses a consent of the same account.';
grant select, insert, update, delete on analytics_consents to permille_app;

create table api_keys (
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  previous_hash bytea,
  previous_until timestamp with time zone,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_owner FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint api_keys_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint api_keys_previous_has_an_end CHECK ((previous_hash IS NULL) = (previous_until IS NULL)),
  constraint api_keys_secret_is_hashed CHECK (octet_length(secret_hash) = 32 AND octet_length(previous_hash) = 32),
  constraint api_keys_some_scope CHECK (cardinality(scopes) > 0)
);
comment on table api_keys is 'Keys with which programs act for a person, within scopes (contract/api-keys/api-scopes.ts) and until they expire, on the machine''s clock.';
comment on column api_keys.prefix is 'The beginning of the secret, the only part that is stored unhashed.';
comment on column api_keys.secret_hash is 'SHA-256 of the secret, which has 32 random bytes, so guessing needs no slow hash as a defence.';
comment on column api_keys.previous_hash is 'Hash of the secret before the last change, which is valid until previous_until.';
comment on column api_keys.last_used_at is 'Written at most once a minute.';
CREATE INDEX api_keys_owner_id ON api_keys USING btree (owner_id, created_at DESC);
CREATE UNIQUE INDEX api_keys_previous_hash ON api_keys USING btree (previous_hash);
CREATE UNIQUE INDEX api_keys_secret_hash ON api_keys USING btree (secret_hash);
grant select, insert, update, delete on api_keys to permille_app;

create table app_login (
  role text not null,
  password text not null,
  constraint app_login_pkey PRIMARY KEY (role)
);
comment on table app_login is 'The app''s login to this database, when APP_DATABASE_URL names none. Only the owner of the tables may read it.';
comment on column app_login.password is 'Generated once. A process with a new owner password finds the same one, so running processes are not affected.';
-- permille_app: no rights on app_login

create table app_refusals (
  platform text not null,
  api text not null,
  since timestamp with time zone not null,
  last_at timestamp with time zone not null,
  counted_at timestamp with time zone not null,
  is_inferred boolean not null,
  detail text not null,
  constraint app_refusals_pkey PRIMARY KEY (platform, api),
  constraint app_refusals_api_known CHECK (api = ANY (ARRAY['posts'::text, 'tokens'::text, 'analytics'::text])),
  constraint app_refusals_platform_known CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text]))
);
comment on table app_refusals is 'A platform that refuses our own app or keys, until it answers again.';
comment on column app_refusals.counted_at is 'When the refused people were last counted.';
comment on column app_refusals.is_inferred is 'The platform blames the accounts, but refuses so many people at once that its refusal is taken to be of the app.';
grant select, insert, update, delete on app_refusals to permille_app;

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
  constraint appeals_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint appeals_fraud_hold_id_fkey FOREIGN KEY (fraud_hold_id) REFERENCES fraud_holds(id),
  constraint appeals_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint appeals_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint appeals_decided CHECK ((state = ANY (ARRAY['overturned'::text, 'dismissed'::text])) = (decided_at IS NOT NULL)),
  constraint appeals_note_length CHECK (length(note) <= 500),
  constraint appeals_state_known CHECK (state = ANY (ARRAY['open'::text, 'escalated'::text, 'overturned'::text, 'dismissed'::text])),
  constraint appeals_text_length CHECK (length(text) >= 1 AND length(text) <= 1000)
);
comment on table appeals is 'A clipper''s single request to review a rejection (fraud_hold_id null) or a hold.';
comment on column appeals.decided_by is 'Null: decided by a deadline, or by later counts.';
comment on constraint appeals_decided on appeals is 'A decided appeal has the moment of its decision.';
CREATE INDEX appeals_live ON appeals USING btree (listing_id) WHERE (state = ANY (ARRAY['open'::text, 'escalated'::text]));
CREATE UNIQUE INDEX appeals_one_per_fraud_hold ON appeals USING btree (fraud_hold_id) WHERE (fraud_hold_id IS NOT NULL);
comment on index appeals_one_per_fraud_hold is 'A hold is appealed once.';
CREATE UNIQUE INDEX appeals_one_per_rejection ON appeals USING btree (submission_id) WHERE (fraud_hold_id IS NULL);
comment on index appeals_one_per_rejection is 'A rejection is appealed once.';
CREATE INDEX appeals_queue ON appeals USING btree (id DESC);
CREATE INDEX appeals_submission ON appeals USING btree (submission_id, opened_at DESC);
CREATE INDEX appeals_undecided ON appeals USING btree (decide_by, id) WHERE (state = ANY (ARRAY['open'::text, 'escalated'::text]));
comment on index appeals_undecided is 'The appeals of the admins'' inbox, the next deadline first.';
CREATE TRIGGER events_insert AFTER INSERT ON appeals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_clip_events('appeal');
CREATE TRIGGER events_update AFTER UPDATE ON appeals REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_clip_events('appeal');
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
  constraint attestation_audits_drawn_range CHECK (drawn >= 0 AND drawn <= 99),
  constraint attestation_audits_share_percent_range CHECK (share_percent >= 1 AND share_percent <= 100)
);
comment on table attestation_audits is 'A confirmed screenshot that was drawn for an audit: its new views are held until a new screenshot is confirmed.';
comment on column attestation_audits.fraud_hold_id is 'The hold''s state is the state of the audit.';
comment on column attestation_audits.share_percent is 'The probability of an audit, and the number that was drawn below it.';
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
  constraint attestation_confirmations_views_not_negative CHECK (views >= 0)
);
comment on table attestation_confirmations is 'The figures that people read in a screenshot. Append-only: every confirmation is kept.';
comment on column attestation_confirmations.views is 'The figure that this person read in the picture.';
CREATE TRIGGER events_insert AFTER INSERT ON attestation_confirmations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('attestation.seen');
grant select, insert on attestation_confirmations to permille_app;

create table audit_draws (
  submission_id uuid not null,
  drawn_micros bigint not null,
  drawn_at timestamp with time zone not null,
  constraint audit_draws_pkey PRIMARY KEY (submission_id),
  constraint audit_draws_drawn_micros_not_negative CHECK (drawn_micros >= 0)
);
comment on table audit_draws is 'Up to which sum of a clip''s earnings it was drawn whether an audit begins. Money above it is not paid out without proof.';
grant select, insert, update, delete on audit_draws to permille_app;

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
  constraint audit_log_actor_kind_known CHECK (actor_kind = ANY (ARRAY['host'::text, 'clipper'::text, 'admin'::text, 'system'::text, 'anonymous'::text]))
);
comment on table audit_log is 'Who did what, when. Append-only: the app may not change or delete a row.';
CREATE INDEX audit_log_occurred_at ON audit_log USING btree (occurred_at DESC, id DESC);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject_type, subject_id, occurred_at DESC);
grant select, insert on audit_log to permille_app;

create table awaited_audits (
  submission_id uuid not null,
  views bigint not null,
  drawn_micros bigint not null,
  probability double precision not null,
  drawn double precision not null,
  drawn_at timestamp with time zone not null,
  answer_by timestamp with time zone not null,
  constraint awaited_audits_pkey PRIMARY KEY (submission_id),
  constraint awaited_audits_drawn_below CHECK (drawn >= 0::double precision AND drawn < probability),
  constraint awaited_audits_drawn_micros_positive CHECK (drawn_micros > 0),
  constraint awaited_audits_probability_range CHECK (probability > 0::double precision AND probability <= 1::double precision),
  constraint awaited_audits_views_positive CHECK (views > 0)
);
comment on table awaited_audits is 'Drawn clips whose owner shares analytics, which are late: their unproven money waits, and the audit begins only if the analytics do not answer it.';
comment on column awaited_audits.drawn_micros is 'The sum of the clip''s earnings for which it was drawn.';
CREATE INDEX awaited_audits_answer_by ON awaited_audits USING btree (answer_by);
grant select, insert, update, delete on awaited_audits to permille_app;

create table backups (
  part text not null,
  made_at timestamp with time zone,
  proved_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  constraint backups_pkey PRIMARY KEY (part),
  constraint backups_failure_both CHECK ((failed_at IS NULL) = (failure IS NULL)),
  constraint backups_part_known CHECK (part = ANY (ARRAY['database'::text, 'files'::text]))
);
comment on table backups is 'The last backup of each part of this installation, by any tool. System Health, doctor and /metrics read it, so every way of backing up writes it.';
comment on column backups.made_at is 'When the newest complete backup began; later changes are not in it. Null: none was ever recorded.';
comment on column backups.proved_at is 'When a backup was last restored as a test, and was complete. Null: never.';
comment on column backups.failed_at is 'When the newest attempt failed; null once a later one succeeded.';
grant select, update on backups to permille_app;

create table caption_checks (
  submission_id uuid not null,
  next_check_at timestamp with time zone,
  checked_at timestamp with time zone not null,
  missing text[] not null default '{}'::text[],
  missing_since timestamp with time zone,
  fix_by timestamp with time zone,
  stopped_at timestamp with time zone,
  restored_at timestamp with time zone,
  lapses timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  constraint caption_checks_pkey PRIMARY KEY (submission_id),
  constraint caption_checks_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint caption_checks_fix_by CHECK ((missing_since IS NULL) = (fix_by IS NULL)),
  constraint caption_checks_missing_since CHECK ((missing = '{}'::text[]) = (missing_since IS NULL)),
  constraint caption_checks_stopped CHECK (stopped_at IS NULL OR missing_since IS NOT NULL)
);
comment on table caption_checks is 'Whether a clip''s caption still has what its listing requires: hashtags, mentions, the disclosure. Only clips of such listings have a row.';
comment on column caption_checks.next_check_at is 'Null: no longer checked.';
comment on column caption_checks.missing is 'The missing hashtags and mentions, and "disclosure"; empty: nothing is missing.';
comment on column caption_checks.stopped_at is 'It earns no more until it is fixed.';
comment on column caption_checks.lapses is 'When something was found missing within the last 30 days: a clipper who was notified before gets no second 48 hours.';
comment on constraint caption_checks_fix_by on caption_checks is 'Something missing has a deadline.';
comment on constraint caption_checks_missing_since on caption_checks is 'Something missing has the moment since when it is missing.';
comment on constraint caption_checks_stopped on caption_checks is 'Only a clip with something missing is stopped.';
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
  constraint card_payments_fee_micros_not_negative CHECK (fee_micros >= 0),
  constraint card_payments_refunded_micros_not_negative CHECK (refunded_micros >= 0)
);
comment on table card_payments is 'The processor''s messages about a payment, in any order, even before the deposit is known to be paid.';
comment on column card_payments.fingerprint is 'The same card or bank account has the same fingerprint.';
comment on column card_payments.refunded_micros is 'The total refunded, and the moment of the newest message about it: older messages change nothing.';
comment on column card_payments.payer_email is 'The payer''s email, according to the processor.';
CREATE INDEX card_payments_fingerprint ON card_payments USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);
grant select, insert, update, delete on card_payments to permille_app;

create table clip_analytics (
  submission_id uuid not null,
  connection_id uuid not null,
  next_read_at timestamp with time zone,
  read_at timestamp with time zone,
  until_at timestamp with time zone,
  figures jsonb,
  trouble text,
  constraint clip_analytics_pkey PRIMARY KEY (submission_id),
  constraint clip_analytics_connection FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE,
  constraint clip_analytics_submission FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE,
  constraint clip_analytics_read CHECK ((read_at IS NULL) = (figures IS NULL) AND (read_at IS NULL) = (until_at IS NULL)),
  constraint clip_analytics_trouble_known CHECK (trouble = ANY (ARRAY['not_ready'::text, 'quota'::text, 'no_answer'::text, 'not_set_up'::text, 'not_shown'::text, 'failed'::text]))
);
comment on table clip_analytics is 'A clip whose owner shares its analytics, and when they are read.';
comment on column clip_analytics.connection_id is 'The connection whose consent is used: the present one, if the account was connected again.';
comment on column clip_analytics.next_read_at is 'Null: no longer read.';
comment on column clip_analytics.read_at is 'When the platform last answered with figures.';
comment on column clip_analytics.until_at is 'The end of the figures'' period.';
comment on column clip_analytics.figures is 'The figures of all its stretches combined, in the form of contract/clips/clip-analytics.ts.';
comment on column clip_analytics.trouble is 'Why the last reading returned no figures; null: it did, or there was none.';
CREATE INDEX clip_analytics_connection ON clip_analytics USING btree (connection_id);
CREATE INDEX clip_analytics_due ON clip_analytics USING btree (next_read_at) WHERE (next_read_at IS NOT NULL);
grant select, insert, update, delete on clip_analytics to permille_app;

create table clip_analytics_stretches (
  submission_id uuid not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  figures jsonb not null,
  constraint clip_analytics_stretches_pkey PRIMARY KEY (submission_id, from_at),
  constraint clip_analytics_stretches_clip FOREIGN KEY (submission_id) REFERENCES clip_analytics(submission_id) ON DELETE CASCADE,
  constraint clip_analytics_stretches_forward CHECK (to_at > from_at)
);
comment on table clip_analytics_stretches is 'The platform''s figures for the owner of a clip about its views between two moments.';
comment on column clip_analytics_stretches.figures is 'In the form of contract/clips/clip-analytics.ts.';
grant select, insert, update, delete on clip_analytics_stretches to permille_app;

create table clip_audits (
  fraud_hold_id uuid not null,
  submission_id uuid not null,
  views bigint not null,
  code text not null,
  probability double precision not null,
  drawn double precision not null,
  opened_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  fresh_micros bigint,
  constraint clip_audits_pkey PRIMARY KEY (fraud_hold_id),
  constraint clip_audits_fraud_hold_id_fkey FOREIGN KEY (fraud_hold_id) REFERENCES fraud_holds(id),
  constraint clip_audits_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_audits_code_form CHECK (code ~ '^[2-9A-HJ-NP-Z]{6}$'::text),
  constraint clip_audits_drawn_below CHECK (drawn >= 0::double precision AND drawn < probability),
  constraint clip_audits_fresh_micros_positive CHECK (fresh_micros > 0),
  constraint clip_audits_probability_range CHECK (probability > 0::double precision AND probability <= 1::double precision),
  constraint clip_audits_views_positive CHECK (views > 0)
);
comment on table clip_audits is 'Clips that were drawn at random, by the money at stake: the owner shows the analytics of the views on hold.';
comment on column clip_audits.fraud_hold_id is 'The hold''s state is the state of the audit.';
comment on column clip_audits.views is 'The counter up to which the audit proves the views.';
comment on column clip_audits.code is 'The picture of the analytics shows this code, so that it can''t be an older one.';
comment on column clip_audits.probability is 'The probability of an audit, and the number that was drawn below it.';
comment on column clip_audits.fresh_micros is 'The money for which this audit was drawn. Null: drawn by a process of the release before.';
CREATE INDEX clip_audits_due ON clip_audits USING btree (due_at);
CREATE INDEX clip_audits_submission ON clip_audits USING btree (submission_id);
grant select, insert, update, delete on clip_audits to permille_app;

create table clip_cohorts (
  submission_id uuid not null,
  signal text not null,
  others integer not null,
  hits integer not null,
  total integer not null,
  value double precision not null,
  found_at timestamp with time zone not null,
  other_clipper_ids uuid[] not null default '{}'::uuid[],
  constraint clip_cohorts_pkey PRIMARY KEY (submission_id, signal),
  constraint clip_cohorts_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_cohorts_signal_known CHECK (signal = ANY (ARRAY['uniform_like_rates'::text, 'synchronized_growth'::text, 'shared_identity'::text, 'stops_at_cap'::text]))
);
comment on table clip_cohorts is 'Signals that a job found by comparing clips, and that one clip alone can''t show.';
comment on column clip_cohorts.others is 'Other clippers involved.';
comment on column clip_cohorts.hits is 'The number of `total` (clips, or sudden starts and stops of this clip) that are alike.';
comment on column clip_cohorts.other_clipper_ids is 'The ids of these clippers, if a signal names people.';
grant select, insert, update, delete on clip_cohorts to permille_app;

create table clip_counted_stretches (
  submission_id uuid not null,
  from_views bigint not null,
  to_views bigint not null,
  from_counted bigint not null,
  to_counted bigint not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  constraint clip_counted_stretches_pkey PRIMARY KEY (submission_id, from_views),
  constraint clip_counted_stretches_submission FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_counted_stretches_forward CHECK (from_views >= 0 AND from_counted >= 0 AND to_views > from_views AND to_at > from_at),
  constraint clip_counted_stretches_part CHECK ((to_counted - from_counted) >= 0 AND (to_counted - from_counted) <= (to_views - from_views))
);
comment on table clip_counted_stretches is 'How many of a clip''s views count by the platform''s figures, mapped onto the positions of its counter from the first view on. Money is computed from them, so the app only adds rows.';
comment on column clip_counted_stretches.from_counted is 'The counted position of from_views: the sum of counted views before it.';
comment on column clip_counted_stretches.to_counted is 'The counted position of to_views.';
comment on column clip_counted_stretches.from_at is 'The platform counted these views between from_at and to_at.';
CREATE UNIQUE INDEX clip_counted_stretches_day ON clip_counted_stretches USING btree (submission_id, from_at);
CREATE INDEX clip_counted_stretches_read ON clip_counted_stretches USING btree (read_at);
comment on index clip_counted_stretches_read is 'Recently read figures: settled between sweeps, like counts.';
grant select, insert on clip_counted_stretches to permille_app;

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
  budget_spent_at timestamp with time zone,
  constraint clip_earnings_pkey PRIMARY KEY (submission_id),
  constraint clip_earnings_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint clip_earnings_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint clip_earnings_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_earnings_exact CHECK (paid_micros = (paid_views * rate_micros_per_view)),
  constraint clip_earnings_minimum_excluded_views_not_negative CHECK (minimum_excluded_views >= 0),
  constraint clip_earnings_paid_micros_not_negative CHECK (paid_micros >= 0),
  constraint clip_earnings_paid_views_not_negative CHECK (paid_views >= 0),
  constraint clip_earnings_rate_micros_per_view_positive CHECK (rate_micros_per_view > 0),
  constraint clip_earnings_reserved_micros_not_negative CHECK (reserved_micros >= 0),
  constraint clip_earnings_state_known CHECK (state = ANY (ARRAY['accruing'::text, 'stopped'::text, 'finished'::text, 'appealed'::text])),
  constraint clip_earnings_within_maximum CHECK (max_payout_micros IS NULL OR paid_micros <= max_payout_micros)
);
comment on table clip_earnings is 'The earning state of an approved clip, opened by the first settlement after its approval.';
comment on column clip_earnings.reserves is 'The version of its submission reserves its maximum at approval.';
comment on column clip_earnings.reserved_micros is 'The balance of the clip''s reserved account: the reserved allocation, or a contested amount.';
comment on column clip_earnings.state is 'appealed: rejected, and under appeal; it earns nothing, and its possible earnings wait in its reserve. finished: its last earnings were released.';
comment on column clip_earnings.minimum_reached is 'Once uncontested views reach the listing''s minimum, it counts as reached, whatever is taken back later.';
comment on column clip_earnings.minimum_excluded_views is 'Contested views that reach the minimum count if none of them is excluded: the number of excluded views at that time.';
comment on column clip_earnings.budget_spent_at is 'Since when the listing''s budget can''t pay the clip''s earned views; null while all of them are paid. A finished clip keeps it when no more budget arrived.';
comment on constraint clip_earnings_exact on clip_earnings is 'Accrual never rounds.';
comment on constraint clip_earnings_within_maximum on clip_earnings is 'No clip is paid more than its maximum.';
CREATE INDEX clip_earnings_appealed ON clip_earnings USING btree (listing_id, clipper_id) WHERE (state = 'appealed'::text);
CREATE INDEX clip_earnings_clipper ON clip_earnings USING btree (clipper_id);
CREATE INDEX clip_earnings_listing ON clip_earnings USING btree (listing_id, approved_at, submission_id);
CREATE INDEX clip_earnings_reserved ON clip_earnings USING btree (listing_id) INCLUDE (reserved_micros) WHERE (reserved_micros > 0);
comment on index clip_earnings_reserved is 'The reserved sum of a listing, for each row of the feed; most clips reserve nothing.';
grant select, insert, update, delete on clip_earnings to permille_app;

create table clip_files (
  submission_id uuid not null,
  media_id uuid not null,
  state text not null default 'waiting'::text,
  due_at timestamp with time zone,
  tries integer not null default 0,
  attached_at timestamp with time zone not null,
  remove_at timestamp with time zone,
  constraint clip_files_pkey PRIMARY KEY (submission_id),
  constraint clip_files_media_id_key UNIQUE (media_id),
  constraint clip_files_media_id_fkey FOREIGN KEY (media_id) REFERENCES media_files(id) ON DELETE CASCADE,
  constraint clip_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_files_due_while_waiting CHECK ((state = 'waiting'::text) = (due_at IS NOT NULL)),
  constraint clip_files_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'matched'::text, 'partly'::text, 'nothing_found'::text, 'no_sound'::text, 'too_little_sound'::text, 'no_source'::text, 'unreadable'::text])),
  constraint clip_files_tries_not_negative CHECK (tries >= 0)
);
comment on table clip_files is 'The video of a clip as its clipper sent it, and whether its sound was found in the listing''s source. A clip without a row has none. The clipper claims that it is the post''s video: only its length can be compared.';
comment on column clip_files.state is 'matched: nearly all of its sound is the source''s; partly: some. too_little_sound: nothing was found, and one of the two has too little sound to decide. no_source: the listing''s source has no sound to compare. unreadable: its own sound can''t be decoded.';
comment on column clip_files.due_at is 'When it is compared next, once its bytes have arrived and were checked (media_files.state is ready).';
comment on column clip_files.remove_at is 'When the bytes are erased; null afterwards.';
comment on constraint clip_files_due_while_waiting on clip_files is 'A waiting file is due at some time; a finished one is not.';
CREATE INDEX clip_files_due_at ON clip_files USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX clip_files_remove_at ON clip_files USING btree (remove_at) WHERE (remove_at IS NOT NULL);
grant select, insert, update, delete on clip_files to permille_app;

create table clip_posters (
  submission_id uuid not null,
  source_url text,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  media_id uuid,
  constraint clip_posters_pkey PRIMARY KEY (submission_id),
  constraint clip_posters_media_id_fkey FOREIGN KEY (media_id) REFERENCES media_files(id) ON DELETE SET NULL,
  constraint clip_posters_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_posters_tries_not_negative CHECK (tries >= 0),
  constraint clip_posters_try_has_source CHECK (next_try_at IS NULL OR source_url IS NOT NULL)
);
comment on table clip_posters is 'The poster of a clip''s post: fetched once from the platform, re-encoded and served by this server.';
comment on column clip_posters.source_url is 'The platform''s URL of it, which may expire within hours; null once it is stored or given up.';
comment on column clip_posters.next_try_at is 'Null: it is stored or given up.';
comment on constraint clip_posters_try_has_source on clip_posters is 'Only a URL can be tried again.';
CREATE INDEX clip_posters_media_id ON clip_posters USING btree (media_id);
CREATE INDEX clip_posters_next_try_at ON clip_posters USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
grant select, insert, update, delete on clip_posters to permille_app;

create table clip_review_notes (
  id uuid not null,
  submission_id uuid not null,
  text text not null,
  written_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint clip_review_notes_pkey PRIMARY KEY (id),
  constraint clip_review_notes_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_review_notes_text_length CHECK (char_length(text) >= 1 AND char_length(text) <= 1000)
);
comment on table clip_review_notes is 'What clippers wrote to the reviewer of a clip that needs review. A clip has one note in each review.';
comment on column clip_review_notes.answered_at is 'When an admin let the score pass. A decided fraud hold answers earlier notes of its clip too.';
CREATE INDEX clip_review_notes_submission ON clip_review_notes USING btree (submission_id, written_at DESC);
grant select, insert, update, delete on clip_review_notes to permille_app;

create table clip_segments (
  submission_id uuid not null,
  ordinal integer not null,
  source_media_id uuid not null,
  clip_from_ms integer not null,
  clip_to_ms integer not null,
  source_from_ms integer not null,
  source_to_ms integer not null,
  bit_error real not null,
  tempo real not null,
  pitch real not null,
  constraint clip_segments_pkey PRIMARY KEY (submission_id, ordinal),
  constraint clip_segments_source_media_id_fkey FOREIGN KEY (source_media_id) REFERENCES media_files(id),
  constraint clip_segments_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES clip_files(submission_id),
  constraint clip_segments_clip_ascends CHECK (clip_from_ms >= 0 AND clip_to_ms > clip_from_ms),
  constraint clip_segments_source_ascends CHECK (source_from_ms >= 0 AND source_to_ms > source_from_ms)
);
comment on table clip_segments is 'Parts of a clip and the parts of its listing''s source with the same sound, in the clip''s order. They outlive the file''s bytes: no removal of files deletes them.';
comment on column clip_segments.bit_error is 'Share of differing fingerprint bits; 0 is equal, above 0.3 nothing is found.';
CREATE INDEX clip_segments_beginning ON clip_segments USING btree (source_media_id, source_from_ms) WHERE (ordinal = 0);
comment on index clip_segments_beginning is 'Clips that begin at nearly the same second of a source, which may be the same edit.';
CREATE INDEX clip_segments_source ON clip_segments USING btree (source_media_id);
grant select, insert, update, delete on clip_segments to permille_app;

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
  score_evidence text not null default 'counts'::text,
  by_figures boolean not null default false,
  doubted_views bigint,
  proven_views bigint not null default 0,
  unseen_views bigint not null default 0,
  shown_views bigint not null default 0,
  constraint clip_tracking_pkey PRIMARY KEY (submission_id),
  constraint clip_tracking_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint clip_tracking_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id),
  constraint clip_tracking_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint clip_tracking_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint clip_tracking_band_known CHECK (band = ANY (ARRAY['not_enough_data'::text, 'clean'::text, 'needs_review'::text, 'hold'::text])),
  constraint clip_tracking_count_level_known CHECK (count_level = ANY (ARRAY['platform'::text, 'attested'::text])),
  constraint clip_tracking_eligible_views_not_negative CHECK (eligible_views >= 0),
  constraint clip_tracking_excluded_views_not_negative CHECK (excluded_views >= 0),
  constraint clip_tracking_polled CHECK ((state = 'polling'::text AND count_level = 'platform'::text) = (next_poll_at IS NOT NULL)),
  constraint clip_tracking_score_evidence_known CHECK (score_evidence = ANY (ARRAY['counts'::text, 'analytics'::text])),
  constraint clip_tracking_score_range CHECK (score >= 0 AND score <= 100),
  constraint clip_tracking_state_known CHECK (state = ANY (ARRAY['polling'::text, 'gone'::text, 'finished'::text, 'stopped'::text])),
  constraint clip_tracking_trouble_known CHECK (trouble = ANY (ARRAY['post_hidden'::text, 'not_connected'::text, 'no_permission'::text, 'before_professional'::text, 'unsupported'::text, 'no_counts'::text, 'quota'::text, 'no_answer'::text, 'not_set_up'::text, 'refused'::text, 'failed'::text, 'impossible_count'::text]))
);
comment on table clip_tracking is 'One row per polled clip: the schedule, the newest counts and the current verdict.';
comment on column clip_tracking.post_api_id is 'The API''s id of the post, if it differs (Instagram).';
comment on column clip_tracking.next_poll_at is 'Null when the clip is no longer polled.';
comment on column clip_tracking.trouble is 'Why views can''t be read at the moment, with the platform''s or the fault''s message; null while they can.';
comment on column clip_tracking.eligible_views is 'Views that may be paid: the newest count less contested or excluded views.';
comment on column clip_tracking.cleared_score is 'A person reviewed a score this high and cleared it; only a higher one is held again.';
comment on column clip_tracking.count_level is 'attested: the platform has no keys here, and views are read from screenshots that two people confirmed.';
comment on column clip_tracking.pull_from is 'From here on the clip may be counted together with others of its account, before it is due.';
comment on column clip_tracking.final_by is 'The next moment whose count is final: the end of the window or its recheck.';
comment on column clip_tracking.upheld_score is 'The score of the last upheld hold: a similar score says nothing new about the same views.';
comment on column clip_tracking.score_evidence is 'The evidence of the score: counts alone, or also shared analytics. Scores are compared with clips that were judged by the same evidence.';
comment on column clip_tracking.by_figures is 'It was submitted under terms that pay for engaged views, or for views from some countries: shared analytics decide how many count, in clip_counted_stretches.';
comment on column clip_tracking.doubted_views is 'A count that differs so much from the previous one that it is read a second time before it counts; null when there is none.';
comment on column clip_tracking.proven_views is 'Position on the counter up to which evidence shows that people watched: shared analytics that look like people, a passed audit, or an admin''s review. Views that were counted before there were proofs count as proven.';
comment on column clip_tracking.unseen_views is 'Views of the post for which nobody saw how they arrived: those of its first count, if that was more than six hours after the post, and those since an earlier submission. What they earn is paid out only once they are proven.';
comment on column clip_tracking.shown_views is 'Position on the counter up to which shared analytics look like people, as far as the platform reports figures. If it reports too few kinds, proven_views is a part of it.';
comment on constraint clip_tracking_polled on clip_tracking is 'A polled clip has a next poll, and a clip that only people can count has none.';
CREATE INDEX clip_tracking_account ON clip_tracking USING btree (connection_id) WHERE (state = 'polling'::text);
CREATE INDEX clip_tracking_asked ON clip_tracking USING btree (submission_id) WHERE ((band = 'needs_review'::text) AND (score >= 60));
comment on index clip_tracking_asked is 'Clips that would be held without the promise to honest clips. The admins'' inbox lists those whose earnings still wait.';
CREATE INDEX clip_tracking_counted ON clip_tracking USING btree (last_fetched_at);
comment on index clip_tracking_counted is 'Recently counted clips, among millions: settled between sweeps, compared by cohorts, reported by System Health.';
CREATE INDEX clip_tracking_due ON clip_tracking USING btree (platform, next_poll_at) WHERE (state = 'polling'::text);
CREATE INDEX clip_tracking_final ON clip_tracking USING btree (platform, final_by) WHERE ((state = 'polling'::text) AND (final_by IS NOT NULL));
CREATE INDEX clip_tracking_listing ON clip_tracking USING btree (listing_id);
CREATE INDEX clip_tracking_unfinished ON clip_tracking USING btree (posted_at) WHERE ((state = 'polling'::text) AND (final_by IS NULL));
comment on index clip_tracking_unfinished is 'Clips that were counted after their window, or have no known window yet, oldest posts first: the finished ones are looked up every few seconds, among millions of counted clips.';
grant select, insert, update, delete on clip_tracking to permille_app;

create table clipper_blocks (
  host_id uuid not null,
  clipper_id uuid not null,
  blocked_at timestamp with time zone not null,
  constraint clipper_blocks_pkey PRIMARY KEY (host_id, clipper_id),
  constraint clipper_blocks_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint clipper_blocks_host_id_fkey FOREIGN KEY (host_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table clipper_blocks is 'Clippers whose clips a host does not accept.';
CREATE INDEX clipper_blocks_host ON clipper_blocks USING btree (host_id, blocked_at DESC, clipper_id DESC);
grant select, insert, update, delete on clipper_blocks to permille_app;

create table cohort_links (
  one_id uuid not null,
  other_id uuid not null,
  kind text not null,
  hits integer not null,
  detail text,
  first_found_at timestamp with time zone not null,
  found_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint cohort_links_pkey PRIMARY KEY (one_id, other_id, kind),
  constraint cohort_links_one_id_fkey FOREIGN KEY (one_id) REFERENCES accounts(id),
  constraint cohort_links_other_id_fkey FOREIGN KEY (other_id) REFERENCES accounts(id),
  constraint cohort_links_hits_positive CHECK (hits > 0),
  constraint cohort_links_in_order CHECK (one_id < other_id),
  constraint cohort_links_kind_known CHECK (kind = ANY (ARRAY['payout_address'::text, 'device'::text, 'posting_minute'::text, 'synchronized_growth'::text, 'audience'::text]))
);
comment on table cohort_links is 'Features that two clippers share and strangers do not: found by a job over the counted clips, and kept when it does not find them again.';
comment on column cohort_links.hits is 'The number of clips, minutes or hours that support it.';
comment on column cohort_links.detail is 'The shared features: a mailbox (masked), a network, countries and sources.';
comment on column cohort_links.found_at is 'When it was last found.';
comment on column cohort_links.decided_at is 'A person decided on a cohort of the two: this link joins them no more.';
CREATE INDEX cohort_links_other_id ON cohort_links USING btree (other_id);
CREATE INDEX cohort_links_undecided ON cohort_links USING btree (found_at) WHERE (decided_at IS NULL);
grant select, insert, update, delete on cohort_links to permille_app;

create table cohort_members (
  cohort_id uuid not null,
  clipper_id uuid not null,
  joined_at timestamp with time zone not null,
  constraint cohort_members_pkey PRIMARY KEY (cohort_id, clipper_id),
  constraint cohort_members_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint cohort_members_cohort_id_fkey FOREIGN KEY (cohort_id) REFERENCES cohorts(id) ON DELETE CASCADE
);
comment on table cohort_members is 'The members of each cohort; a clipper is in at most one undecided cohort.';
CREATE INDEX cohort_members_clipper_id ON cohort_members USING btree (clipper_id);
grant select, insert, update, delete on cohort_members to permille_app;

create table cohorts (
  id uuid not null,
  state text not null,
  found_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  note text,
  constraint cohorts_pkey PRIMARY KEY (id),
  constraint cohorts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint cohorts_decided CHECK ((state = 'open'::text) = (decided_at IS NULL) AND (state = 'open'::text) = (decided_by IS NULL)),
  constraint cohorts_note_length CHECK (length(note) <= 500),
  constraint cohorts_state_known CHECK (state = ANY (ARRAY['open'::text, 'held'::text, 'upheld'::text, 'cleared'::text]))
);
comment on table cohorts is 'Clippers who are joined by links. Held, upheld and cleared are an admin''s decisions on all of them; held is not final.';
comment on column cohorts.changed_at is 'When a clipper last joined.';
CREATE INDEX cohorts_by_change ON cohorts USING btree (changed_at DESC, id DESC);
CREATE INDEX cohorts_open ON cohorts USING btree (changed_at) WHERE (state = 'open'::text);
grant select, insert, update, delete on cohorts to permille_app;

create table connection_attempts (
  state text not null,
  user_id uuid not null,
  platform text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  releases uuid,
  constraint connection_attempts_pkey PRIMARY KEY (state),
  constraint connection_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table connection_attempts is 'Consents that were begun and have not returned from the platform.';
comment on column connection_attempts.releases is 'The connection whose analytics this consent shares; null: the consent connects an account.';
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
  constraint connection_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint connection_codes_found_text_length CHECK (length(found_text) <= 2000),
  constraint connection_codes_platform_known CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text]))
);
comment on table connection_codes is 'Codes that a person puts into an account''s bio when the platform has no keys here. An admin looks for them.';
comment on column connection_codes.handle is 'Lower case, without the @.';
comment on column connection_codes.found_text is 'The bio''s text at the admin''s last check.';
CREATE INDEX connection_codes_expiry ON connection_codes USING btree (expires_at) WHERE (used_at IS NULL);
CREATE UNIQUE INDEX connection_codes_waiting ON connection_codes USING btree (user_id, platform) WHERE (used_at IS NULL);
comment on index connection_codes_waiting is 'One waiting code per person and platform.';
CREATE TRIGGER events_insert AFTER INSERT ON connection_codes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('code.changed');
CREATE TRIGGER events_update AFTER UPDATE ON connection_codes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('code.changed');
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
  next_check_at timestamp with time zone,
  ended_at timestamp with time zone,
  analytics_released_at timestamp with time zone,
  answered_at timestamp with time zone,
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint connections_found_text_length CHECK (length(found_text) <= 2000),
  constraint connections_platform_known CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text])),
  constraint connections_state_known CHECK (state = ANY (ARRAY['active'::text, 'dead'::text, 'removed'::text])),
  constraint connections_verified_by_known CHECK (verified_by = ANY (ARRAY['oauth'::text, 'code'::text]))
);
comment on table connections is 'A person''s platform account: connected by OAuth consent, or verified by a code in its bio.';
comment on column connections.access_token_sealed is 'Encrypted with the server''s key; null once disconnected.';
comment on column connections.refresh_leased_until is 'A process that requests new tokens holds no lock and no connection, only this lease: until then nobody else uses the refresh token, which may work only once. Real time, because the lease outlives a dead process.';
comment on column connections.verified_by is 'code: the platform has no keys here, and a code in the bio proved the account''s owner.';
comment on column connections.found_text is 'The exact text of the bio in which the code was found.';
comment on column connections.app_scoped_id is 'Instagram''s id of the account for this app, which a withdrawn consent names too.';
comment on column connections.next_check_at is 'When the platform is asked whether the consent is still valid; tokens are renewed before they expire, even when no clip is counted. Null: at once.';
comment on column connections.ended_at is 'When the consent was found to have ended, for a platform whose data is deleted some days later (YouTube). Null while it is valid.';
comment on column connections.analytics_released_at is 'Since when the account''s owner shares its analytics. Null: only counts are read. It ends with the connection, however that ends.';
comment on column connections.answered_at is 'When its platform last renewed or confirmed its tokens. Null: never since this is noted.';
CREATE INDEX connections_answered ON connections USING btree (platform, answered_at) WHERE (state = 'active'::text);
CREATE INDEX connections_app_scoped ON connections USING btree (platform, app_scoped_id) WHERE (app_scoped_id IS NOT NULL);
CREATE INDEX connections_check ON connections USING btree (next_check_at NULLS FIRST) WHERE ((state = 'active'::text) AND (verified_by = 'oauth'::text));
comment on index connections_check is 'Consents that are due for a check.';
CREATE INDEX connections_ended ON connections USING btree (ended_at) WHERE (ended_at IS NOT NULL);
comment on index connections_ended is 'Ended consents, in the order in which their data is deleted.';
CREATE INDEX connections_history ON connections USING btree (user_id, connected_at DESC, id DESC);
comment on index connections_history is 'All connections of a person, ever; connections_user has the present ones.';
CREATE UNIQUE INDEX connections_one_owner ON connections USING btree (platform, external_id) WHERE (state <> 'removed'::text);
comment on index connections_one_owner is 'A platform account serves one person at a time.';
CREATE INDEX connections_released ON connections USING btree (user_id) WHERE (analytics_released_at IS NOT NULL);
comment on index connections_released is 'Accounts whose owners share analytics, which are few.';
CREATE INDEX connections_user ON connections USING btree (user_id) WHERE (state <> 'removed'::text);
CREATE TRIGGER delete_analytics AFTER UPDATE ON connections FOR EACH ROW WHEN (old.analytics_released_at IS NOT NULL AND new.analytics_released_at IS NULL) EXECUTE FUNCTION delete_analytics();
CREATE TRIGGER end_analytics BEFORE UPDATE ON connections FOR EACH ROW WHEN (new.state <> 'active'::text AND new.analytics_released_at IS NOT NULL) EXECUTE FUNCTION end_analytics();
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
comment on table credentials is 'How a person signs in: a password, or an account at Google.';
CREATE INDEX credentials_user_id ON credentials USING btree (user_id);
grant select, insert, update, delete on credentials to permille_app;

create table declarations (
  id uuid not null,
  submission_id uuid not null,
  author_id uuid not null,
  by text not null,
  kind text not null,
  at timestamp with time zone not null,
  link text,
  declared_at timestamp with time zone not null,
  constraint declarations_pkey PRIMARY KEY (id),
  constraint declarations_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id),
  constraint declarations_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint declarations_by_known CHECK (by = ANY (ARRAY['host'::text, 'clipper'::text])),
  constraint declarations_comments_by_clipper CHECK (kind <> 'comments_closed'::text OR by = 'clipper'::text),
  constraint declarations_kind_known CHECK (kind = ANY (ARRAY['raid'::text, 'community_post'::text, 'newsletter'::text, 'repost'::text, 'comments_closed'::text])),
  constraint declarations_link_form CHECK (link ~ '^https://'::text AND length(link) <= 500),
  constraint declarations_link_of_shares CHECK ((kind = 'comments_closed'::text) = (link IS NULL))
);
comment on table declarations is 'What a clip''s host or clipper declared: that somebody shared it at a time, or that its comments are closed. The score compares it with the counts. A row is never changed.';
comment on column declarations.at is 'The stated time of the share, or the time since which comments are closed.';
CREATE INDEX declarations_author ON declarations USING btree (author_id, declared_at);
CREATE INDEX declarations_clip ON declarations USING btree (submission_id);
grant select, insert, update, delete on declarations to permille_app;

create table deletion_requests (
  code text not null,
  done_at timestamp with time zone not null,
  accounts integer not null,
  constraint deletion_requests_pkey PRIMARY KEY (code),
  constraint deletion_requests_accounts_not_negative CHECK (accounts >= 0)
);
comment on table deletion_requests is 'The result of a request to delete a platform''s data: its page shows it and names nobody.';
comment on column deletion_requests.accounts is 'The number of connected accounts that it concerned.';
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
  evidence_due_at timestamp with time zone,
  has_evidence boolean not null default false,
  constraint deposit_disputes_pkey PRIMARY KEY (id),
  constraint deposit_disputes_payment_intent_fkey FOREIGN KEY (payment_intent) REFERENCES card_payments(payment_intent),
  constraint deposit_disputes_amount_micros_not_negative CHECK (amount_micros >= 0),
  constraint deposit_disputes_fee_micros_not_negative CHECK (fee_micros >= 0),
  constraint deposit_disputes_fee_returned_micros_not_negative CHECK (fee_returned_micros >= 0),
  constraint deposit_disputes_host_micros_not_negative CHECK (host_micros >= 0),
  constraint deposit_disputes_loss_micros_not_negative CHECK (loss_micros >= 0),
  constraint deposit_disputes_outcome_known CHECK (outcome = ANY (ARRAY['won'::text, 'lost'::text]))
);
comment on table deposit_disputes is 'A chargeback: the bank takes a card payment back. The booked amounts are derived from all messages about it, which arrive late and in any order.';
comment on column deposit_disputes.host_micros is 'The booked amount, and the number of its movements, which is part of the ledger''s key.';
comment on column deposit_disputes.due_at is 'An open dispute freezes its host: when the processor is polled for its state, in case a message was lost.';
comment on column deposit_disputes.fee_micros is 'The processor''s fee for the dispute: the highest of any message.';
comment on column deposit_disputes.fee_returned_micros is 'The part of the fee that the processor returned.';
comment on column deposit_disputes.booked_fee_micros is 'The part of the fee that is in the ledger.';
comment on column deposit_disputes.fee_moves is 'The number of the fee''s ledger entries, which is part of the next one''s key.';
comment on column deposit_disputes.evidence_due_at is 'The processor''s deadline for evidence; null: it requires none, or has not reported it.';
comment on column deposit_disputes.has_evidence is 'Evidence was sent to the processor.';
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
  constraint deposit_refunds_amount_micros_whole_cents CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint deposit_refunds_cause_known CHECK (cause = ANY (ARRAY['self'::text, 'request'::text, 'processor'::text])),
  constraint deposit_refunds_loss_within_amount CHECK (loss_micros >= 0 AND loss_micros <= amount_micros),
  constraint deposit_refunds_state_known CHECK (state = ANY (ARRAY['requested'::text, 'declined'::text, 'refunding'::text, 'refunded'::text, 'refund_failed'::text]))
);
comment on table deposit_refunds is 'Refunds of a deposit.';
comment on column deposit_refunds.cause is 'self: within 30 days; request: an admin must agree first; processor: made at the processor, not here.';
comment on column deposit_refunds.loss_micros is 'The part of the amount that the host had already spent when the processor refunded it.';
comment on constraint deposit_refunds_loss_within_amount on deposit_refunds is 'A loss is at most the refund.';
CREATE INDEX deposit_refunds_deposit ON deposit_refunds USING btree (deposit_id);
CREATE INDEX deposit_refunds_due ON deposit_refunds USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deposit_refunds_open ON deposit_refunds USING btree (created_at, id) WHERE (state = ANY (ARRAY['requested'::text, 'refunding'::text]));
CREATE TRIGGER events_insert AFTER INSERT ON deposit_refunds REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_refund_events();
CREATE TRIGGER events_update AFTER UPDATE ON deposit_refunds REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_refund_events();
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
  questioned_at timestamp with time zone,
  earnings_decided_at timestamp with time zone,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_session_id_key UNIQUE (session_id),
  constraint deposits_host_id_fkey FOREIGN KEY (host_id) REFERENCES accounts(id),
  constraint deposits_amount_micros_whole_cents CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint deposits_rail_known CHECK (rail = ANY (ARRAY['test'::text, 'bank'::text, 'stripe'::text])),
  constraint deposits_state_known CHECK (state = ANY (ARRAY['created'::text, 'confirmed'::text, 'failed'::text, 'disputed'::text, 'charged_back'::text]))
);
comment on table deposits is 'Money that a host adds. Confirmed deposits are funding lots: spending takes the oldest first.';
comment on column deposits.failure is 'Why it failed, or a mismatch that a person must review.';
comment on column deposits.session_id is 'The processor''s checkout page of this deposit: always the same one, because it is requested with the deposit''s id.';
comment on column deposits.pending_since is 'Paid with a method that takes days: the processor has not reported yet whether the money arrives.';
comment on column deposits.due_at is 'When the processor is polled next, in case its message was lost.';
comment on column deposits.frozen_at is 'An early fraud warning or a lost dispute: the host''s balance can''t be spent until an admin lifts it.';
comment on column deposits.bank_reference is 'The bank''s reference of the transfer that confirmed it.';
comment on column deposits.questioned_at is 'When a bank questioned a card payment that was still seasoning. Earnings that it paid and that were released by then wait for the bank and, if the payment is lost, for an admin; null: nothing waits.';
comment on column deposits.earnings_decided_at is 'When an admin decided on earnings that waited because the payment was lost: from then on the payment no longer seasons.';
CREATE UNIQUE INDEX deposits_bank_ask ON deposits USING btree (reference) WHERE (rail = 'bank'::text);
comment on index deposits_bank_ask is 'A bank transfer is recognized by its reference.';
CREATE UNIQUE INDEX deposits_bank_reference ON deposits USING btree (bank_reference) WHERE (bank_reference IS NOT NULL);
comment on index deposits_bank_reference is 'One transfer at the bank confirms one deposit.';
CREATE INDEX deposits_by_amount ON deposits USING btree (amount_micros, id);
comment on index deposits_by_amount is 'Admins'' list by amount.';
CREATE INDEX deposits_by_card ON deposits USING btree (confirmed_at) WHERE (rail = 'stripe'::text);
comment on index deposits_by_card is 'The Earnings page reads which card deposits still season: few of very many.';
CREATE INDEX deposits_due ON deposits USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deposits_earnings_wait ON deposits USING btree (confirmed_at) WHERE (questioned_at IS NOT NULL);
comment on index deposits_earnings_wait is 'Every payout reads these deposits: few of very many.';
CREATE INDEX deposits_host ON deposits USING btree (host_id, created_at DESC, id DESC);
CREATE INDEX deposits_newest ON deposits USING btree (created_at DESC, id DESC);
CREATE INDEX deposits_parts_of_bank_reference ON deposits USING gin (bank_reference gin_trgm_ops);
comment on index deposits_parts_of_bank_reference is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE INDEX deposits_parts_of_reference ON deposits USING gin (reference gin_trgm_ops);
comment on index deposits_parts_of_reference is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE INDEX deposits_questioned ON deposits USING btree (host_id) WHERE ((state = 'disputed'::text) OR (frozen_at IS NOT NULL));
comment on index deposits_questioned is 'A host whose payment is in question can''t spend.';
CREATE TRIGGER events_insert AFTER INSERT ON deposits REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_deposit_events();
CREATE TRIGGER events_update AFTER UPDATE ON deposits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_deposit_events();
grant select, insert, update, delete on deposits to permille_app;

create table dev_clock (
  only_row boolean not null default true,
  offset_ms bigint not null default 0,
  constraint dev_clock_pkey PRIMARY KEY (only_row),
  constraint dev_clock_offset_ms_not_negative CHECK (offset_ms >= 0),
  constraint dev_clock_one_row CHECK (only_row)
);
comment on table dev_clock is 'How far tools moved the clock forward; survives a restart, so time never runs backwards.';
grant select, insert, update, delete on dev_clock to permille_app;

create table discord_link_codes (
  user_id uuid not null,
  code_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint discord_link_codes_pkey PRIMARY KEY (user_id),
  constraint discord_link_codes_hash UNIQUE (code_hash),
  constraint discord_link_codes_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table discord_link_codes is 'The newest code that a person was shown for Discord; deleted when it is used.';
grant select, insert, update, delete on discord_link_codes to permille_app;

create table discord_links (
  user_id uuid not null,
  discord_id text not null,
  discord_name text not null,
  linked_at timestamp with time zone not null,
  constraint discord_links_pkey PRIMARY KEY (user_id),
  constraint discord_links_one_person UNIQUE (discord_id),
  constraint discord_links_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table discord_links is 'The Discord account whose commands may read what its person sees here. Commands change nothing.';
comment on column discord_links.discord_id is 'The account''s id at Discord, which each signed message contains.';
comment on column discord_links.discord_name is 'The account''s name when it was linked, so that its person recognizes it.';
comment on constraint discord_links_one_person on discord_links is 'A Discord account belongs to one person.';
grant select, insert, update, delete on discord_links to permille_app;

create table email_changes (
  user_id uuid not null,
  id uuid not null,
  email text not null,
  old_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_id UNIQUE (id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint email_changes_email_lower_case CHECK (email = lower(email))
);
comment on table email_changes is 'The new email address that a person asked for. It replaces the old one when both mailboxes have confirmed it. Mailed links are rows of verifications whose value is the id here. Real time, like those.';
comment on column email_changes.id is 'New for each request, so that links of an earlier request confirm nothing.';
CREATE INDEX email_changes_expires_at ON email_changes USING btree (expires_at);
grant select, insert, update, delete on email_changes to permille_app;

create table events (
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null default gen_random_uuid(),
  at timestamp with time zone not null default clock_timestamp(),
  kind text not null,
  readers uuid[] not null,
  for_admins boolean not null default false,
  subject_id uuid,
  submission_id uuid,
  listing_id uuid,
  constraint events_pkey PRIMARY KEY (xid, id),
  constraint events_kind_noun_verb CHECK (kind ~ '^[a-z_]+\.[a-z_]+$'::text),
  constraint events_known_to_somebody CHECK (for_admins OR cardinality(readers) > 0)
);
comment on table events is 'Changes and who may know them, written in the transaction of the change and kept for a week. Ids only: readers with access read the subject itself. A row whose transaction rolls back never existed.';
comment on column events.xid is 'The writing transaction. Rows become visible when it commits, not in the order of their numbers, so a reader compares with snapshots (server/modules/events/read-events.ts) and never keeps the highest number that it saw.';
comment on column events.at is 'Real time, like sessions: nothing of the domain is computed from it.';
comment on column events.readers is 'The people who may know. One row names all of them, however many a settlement pays.';
comment on column events.for_admins is 'All admins may know, too.';
comment on column events.subject_id is 'The id of the object that the first word of the kind names; null if the event concerns several.';
comment on constraint events_kind_noun_verb on events is 'A kind is noun.verb: submission.approved.';
comment on constraint events_known_to_somebody on events is 'An event has at least one possible reader.';
grant select, insert, update, delete on events to permille_app;

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
  constraint external_lines_currency_format CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint external_lines_internal CHECK ((state = 'internal'::text) = (counter_line_id IS NOT NULL)),
  constraint external_lines_part_known CHECK (part = ANY (ARRAY['amount'::text, 'fee'::text])),
  constraint external_lines_rail_known CHECK (rail = ANY (ARRAY['stripe'::text, 'paypal'::text, 'bank'::text])),
  constraint external_lines_state_known CHECK (state = ANY (ARRAY['matched'::text, 'differs'::text, 'only_outside'::text, 'other_currency'::text, 'internal'::text]))
);
comment on table external_lines is 'One movement as the other side reports it. A fee that it kept is a separate line.';
comment on column external_lines.external_id is 'The other side''s own id; if a bank gives none, a hash of the line''s content and its number among equal lines.';
comment on column external_lines.category is 'The other side''s term for it, such as charge or T0001.';
comment on column external_lines.amount_micros is 'Above zero: incoming.';
comment on column external_lines.reference is 'Its references, its own id first; and the same in the form in which they are compared.';
comment on column external_lines.is_transfer is 'Between accounts of the platform, such as from Stripe to the bank: the ledger does not book it.';
comment on column external_lines.state is 'Set by match-lines.ts. internal: another line is its other side, so together they move nothing.';
comment on constraint external_lines_internal on external_lines is 'An internal line names its other side.';
CREATE INDEX external_lines_newest ON external_lines USING btree (occurred_at DESC, id DESC);
CREATE UNIQUE INDEX external_lines_once ON external_lines USING btree (rail, external_id, part);
comment on index external_lines_once is 'The same movement is imported once, whichever files it is in.';
CREATE INDEX external_lines_unmatched ON external_lines USING btree (occurred_at DESC, id DESC) WHERE (state = ANY (ARRAY['differs'::text, 'only_outside'::text, 'other_currency'::text]));
grant select, insert, update, delete on external_lines to permille_app;

create table external_matches (
  line_id uuid not null,
  entry_id uuid not null,
  is_equal boolean not null,
  constraint external_matches_pkey PRIMARY KEY (line_id, entry_id),
  constraint external_matches_line_id_fkey FOREIGN KEY (line_id) REFERENCES external_lines(id)
);
comment on table external_matches is 'Pairs of a line and the movement of a clearing account that it shows. Several lines may show one movement: a sum that was paid back in parts.';
comment on column external_matches.is_equal is 'False: the references agree, the amounts do not.';
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
  constraint external_missing_part_known CHECK (part = ANY (ARRAY['amount'::text, 'fee'::text])),
  constraint external_missing_rail_known CHECK (rail = ANY (ARRAY['stripe'::text, 'paypal'::text, 'bank'::text, 'manual'::text]))
);
comment on table external_missing is 'Movements of clearing accounts that are missing in the statements of their period.';
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
  constraint external_notes_one_subject CHECK ((line_id IS NULL) <> (entry_id IS NULL))
);
comment on table external_notes is 'An admin''s explanation of an unmatched line or movement. Each line and each movement is explained once.';
comment on constraint external_notes_one_subject on external_notes is 'A note explains a line or a movement.';
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
  constraint external_statements_line_count_not_negative CHECK (line_count >= 0),
  constraint external_statements_new_lines CHECK (new_line_count >= 0 AND new_line_count <= line_count),
  constraint external_statements_period CHECK (period_from <= period_to),
  constraint external_statements_rail_known CHECK (rail = ANY (ARRAY['stripe'::text, 'paypal'::text, 'bank'::text]))
);
comment on table external_statements is 'One import of Stripe''s, PayPal''s or the bank''s own report of our money: a file from an admin, or a fetched report. Nothing in the tables of statements moves money.';
comment on column external_statements.file_name is 'The name of the file; null: fetched from the processor.';
comment on column external_statements.period_from is 'The statement''s period, from the first to the last moment.';
comment on column external_statements.new_line_count is 'The lines that no earlier import had.';
comment on column external_statements.imported_by is 'Null: by an operator''s command, or the daily fetch.';
comment on constraint external_statements_new_lines on external_statements is 'At most all lines are new.';
comment on constraint external_statements_period on external_statements is 'A period does not end before it begins.';
CREATE INDEX external_statements_newest ON external_statements USING btree (rail, imported_at DESC, id DESC);
grant select, insert, update, delete on external_statements to permille_app;

create table followed_hosts (
  clipper_id uuid not null,
  host_id uuid not null,
  followed_at timestamp with time zone not null,
  constraint followed_hosts_pkey PRIMARY KEY (clipper_id, host_id),
  constraint followed_hosts_clipper FOREIGN KEY (clipper_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint followed_hosts_host FOREIGN KEY (host_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table followed_hosts is 'Hosts about whose new listings a clipper is notified.';
CREATE INDEX followed_hosts_host ON followed_hosts USING btree (host_id, clipper_id);
comment on index followed_hosts_host is 'A host''s followers, in the order of their notifications.';
grant select, insert, update, delete on followed_hosts to permille_app;

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
  by_analytics boolean not null default false,
  cohort_id uuid,
  constraint fraud_holds_pkey PRIMARY KEY (id),
  constraint fraud_holds_cohort_id_fkey FOREIGN KEY (cohort_id) REFERENCES cohorts(id),
  constraint fraud_holds_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint fraud_holds_identity_match_id_fkey FOREIGN KEY (identity_match_id) REFERENCES identity_matches(id),
  constraint fraud_holds_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint fraud_holds_eligible_to_not_negative CHECK (eligible_to >= 0),
  constraint fraud_holds_judged CHECK ((judged_from IS NULL) = (judged_to IS NULL)),
  constraint fraud_holds_note_length CHECK (length(note) <= 500),
  constraint fraud_holds_state_known CHECK (state = ANY (ARRAY['open'::text, 'escalated'::text, 'released'::text, 'upheld'::text]))
);
comment on table fraud_holds is 'Views that are held because the score says that they may be bought, or because a screenshot was drawn for an audit, until a person or a deadline decides.';
comment on column fraud_holds.reopened_at is 'When an appeal reopened an upheld hold.';
comment on column fraud_holds.eligible_to is 'The position on the counter up to which the clip''s views were eligible when the hold was upheld: an appeal holds views before it again.';
comment on column fraud_holds.judged_from is 'The range that a person judged when the hold was upheld: the held stretch, including its released part. A similar score is no new finding within this range; outside it, it is.';
comment on column fraud_holds.by_analytics is 'The shared analytics speak against the views. When the owner stops sharing, no deadline releases them: an admin decides.';
comment on column fraud_holds.cohort_id is 'An admin decided on a cohort of the clip: the hold is about identities, and no deadline releases it.';
comment on constraint fraud_holds_judged on fraud_holds is 'A judged stretch has both ends.';
CREATE INDEX fraud_holds_cohort ON fraud_holds USING btree (cohort_id) WHERE (cohort_id IS NOT NULL);
CREATE INDEX fraud_holds_identity ON fraud_holds USING btree (identity_match_id) WHERE (identity_match_id IS NOT NULL);
CREATE UNIQUE INDEX fraud_holds_one_open ON fraud_holds USING btree (submission_id) WHERE (state = ANY (ARRAY['open'::text, 'escalated'::text]));
comment on index fraud_holds_one_open is 'A clip has at most one undecided hold.';
CREATE INDEX fraud_holds_undecided ON fraud_holds USING btree (decide_by, id) WHERE (state = ANY (ARRAY['open'::text, 'escalated'::text]));
comment on index fraud_holds_undecided is 'The holds of the admins'' inbox, the next deadline first.';
CREATE INDEX fraud_holds_upheld ON fraud_holds USING btree (submission_id) WHERE (state = 'upheld'::text);
CREATE TRIGGER events_insert AFTER INSERT ON fraud_holds REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_clip_events('fraud_hold');
CREATE TRIGGER events_update AFTER UPDATE ON fraud_holds REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_clip_events('fraud_hold');
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
  constraint host_stats_host_id_fkey FOREIGN KEY (host_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table host_stats is 'A host''s decisions as the feed shows them: computed once an hour, because a median over all decisions is too expensive for each row of each page. No row: no data yet.';
comment on column host_stats.rejections is 'The host''s rejections in the stats'' period; overturned: those that an appeal overturned.';
comment on column host_stats.paid_share is 'The clips'' earnings as a share of the funds of closed or long-running listings. Shares over few decisions are meaningless and null.';
comment on column host_stats.reject_reasons is 'Reason → the number of the host''s own rejections.';
comment on column host_stats.fraud_holds_appealed is 'Holds on clips of the host''s listings whose appeals were decided; overturned: those that an appeal overturned.';
CREATE INDEX host_stats_speed ON host_stats USING btree (COALESCE(median_hours_to_decide, ('1000000000'::numeric)::double precision), host_id);
comment on index host_stats_speed is 'The feed by fastest review.';
grant select, insert, update, delete on host_stats to permille_app;

create table idempotency_keys (
  actor_id uuid not null,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint idempotency_keys_pkey PRIMARY KEY (actor_id, key),
  constraint idempotency_keys_key_length CHECK (length(key) >= 8 AND length(key) <= 200)
);
comment on table idempotency_keys is 'A request with an idempotency key has its effect once: this row commits together with the effect.';
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
  constraint identity_matches_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint identity_matches_host_id_fkey FOREIGN KEY (host_id) REFERENCES accounts(id),
  constraint identity_matches_signal_known CHECK (signal = ANY (ARRAY['payout_address'::text, 'account_email'::text, 'card'::text]))
);
comment on table identity_matches is 'The host and the clipper of a listing seem to be one person. Nothing is paid between them before an admin has reviewed it.';
comment on column identity_matches.evidence is 'The evidence as a sentence for admins; addresses are masked.';
comment on column identity_matches.cleared_at is 'An admin reviewed and cleared it: the match no longer holds earnings between the two.';
CREATE TRIGGER events_insert AFTER INSERT ON identity_matches REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('identity_match.changed');
CREATE TRIGGER events_update AFTER UPDATE ON identity_matches REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('identity_match.changed');
grant select, insert, update, delete on identity_matches to permille_app;

create table installation (
  only_row boolean not null default true,
  mode text not null,
  recorded_at timestamp with time zone not null,
  secret_id text,
  secret_since timestamp with time zone,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_mode_known CHECK (mode = ANY (ARRAY['demo'::text, 'staging'::text, 'live'::text])),
  constraint installation_one_row CHECK (only_row),
  constraint installation_secret_both CHECK ((secret_id IS NULL) = (secret_since IS NULL))
);
comment on table installation is 'The mode of this database for ever: demo, staging (real platforms, test money) or live. Simulated counts, test cards and sandboxes must never become owed money. Written once, by the first start; the app may not change it.';
comment on column installation.secret_id is 'Identifies the secret that seals and signs by purpose, without revealing it. Null: the previous release, which has one key for all purposes, may still run; npm run rotate-secret ends that.';
comment on column installation.secret_since is 'When this secret came into use; older signatures may need the previous secret.';
grant select, insert, update (secret_id), update (secret_since) on installation to permille_app;

create table job_activity (
  only_row boolean not null default true,
  active_at timestamp with time zone not null,
  constraint job_activity_pkey PRIMARY KEY (only_row),
  constraint job_activity_one_row CHECK (only_row)
);
comment on table job_activity is 'Whether any process runs the jobs; processes without jobs read it.';
comment on column job_activity.active_at is 'When a process last ran its jobs, on the database''s clock; noted every fifteen seconds.';
grant select, insert, update, delete on job_activity to permille_app;

create table job_failures (
  process_id uuid not null,
  job text not null,
  failures integer not null,
  failing_since timestamp with time zone not null,
  noted_at timestamp with time zone not null,
  constraint job_failures_pkey PRIMARY KEY (process_id, job),
  constraint job_failures_positive CHECK (failures > 0)
);
comment on table job_failures is 'Jobs whose last runs in a row failed, by process. On the database''s clock.';
comment on column job_failures.failures is 'The number of failed runs in a row.';
comment on column job_failures.noted_at is 'When the process last noted it; a dead process notes nothing more.';
grant select, insert, update, delete on job_failures to permille_app;

create table ledger_accounts (
  kind ledger_account_kind not null,
  owner_id uuid not null,
  balance_micros bigint not null default 0,
  constraint ledger_accounts_pkey PRIMARY KEY (kind, owner_id),
  constraint ledger_accounts_not_below_zero CHECK (balance_micros >= 0 OR kind < 'host'::ledger_account_kind)
);
comment on table ledger_accounts is 'A kind and an owner identify an account: host:<user>, listing:<listing>, payout:<payout> … Platform and clearing accounts have the nil uuid as owner.';
comment on constraint ledger_accounts_not_below_zero on ledger_accounts is 'Only clearing accounts, debts, losses and fees go below zero: the kinds before host.';
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
comment on table ledger_entries is 'One entry per idempotency key; its transfers are the lines.';
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
  constraint ledger_transfers_amount_micros_positive CHECK (amount_micros > 0),
  constraint ledger_transfers_two_accounts CHECK (debit_kind <> credit_kind OR debit_owner_id <> credit_owner_id)
);
comment on table ledger_transfers is 'No foreign key: ledger_post is the only writer and writes the entry first, and the check would cost a fifth of each line.';
comment on column ledger_transfers.subject_id is 'The reason for the movement: a deposit, listing, submission, hold or payout.';
comment on constraint ledger_transfers_two_accounts on ledger_transfers is 'Money moves between two accounts.';
CREATE INDEX ledger_transfers_credit ON ledger_transfers USING btree (credit_owner_id, credit_kind, occurred_at DESC);
CREATE INDEX ledger_transfers_debit ON ledger_transfers USING btree (debit_owner_id, debit_kind, occurred_at DESC);
grant select on ledger_transfers to permille_app;

create table listing_alert_positions (
  only_one boolean not null default true,
  snapshot pg_snapshot not null,
  constraint listing_alert_positions_pkey PRIMARY KEY (only_one),
  constraint listing_alert_positions_only_one CHECK (only_one)
);
comment on table listing_alert_positions is 'One row: the position up to which events were read for new listings, updated in the transaction that records them.';
grant select, insert, update, delete on listing_alert_positions to permille_app;

create table listing_alerts (
  listing_id uuid not null,
  noted_at timestamp with time zone not null,
  notified_up_to uuid,
  constraint listing_alerts_pkey PRIMARY KEY (listing_id),
  constraint listing_alerts_listing FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE
);
comment on table listing_alerts is 'New listings about which clippers are still being notified; deleted when all are.';
comment on column listing_alerts.notified_up_to is 'The last clipper, in the order of ids, who was notified or skipped.';
grant select, insert, update, delete on listing_alerts to permille_app;

create table listing_forecasts (
  listing_id uuid not null,
  paid_clips integer not null default 0,
  typical_micros bigint,
  competing_clips integer not null default 0,
  expected_micros bigint not null default 0,
  computed_at timestamp with time zone not null,
  constraint listing_forecasts_pkey PRIMARY KEY (listing_id),
  constraint listing_forecasts_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint listing_forecasts_competing_clips_not_negative CHECK (competing_clips >= 0),
  constraint listing_forecasts_expected_micros_not_negative CHECK (expected_micros >= 0),
  constraint listing_forecasts_paid_clips_not_negative CHECK (paid_clips >= 0),
  constraint listing_forecasts_typical_micros_positive CHECK (typical_micros > 0),
  constraint listing_forecasts_typical_of_paid CHECK ((paid_clips > 0) = (typical_micros IS NOT NULL))
);
comment on table listing_forecasts is 'What clips of an open listing earned, and what a new one can expect: computed once an hour, like host_stats.';
comment on column listing_forecasts.typical_micros is 'Median of what the listing''s paid clips have earned so far; null: none was paid.';
comment on column listing_forecasts.competing_clips is 'Clips that wait for a decision or still earn.';
comment on column listing_forecasts.expected_micros is 'The smaller of what a typical clip earns and an equal share of the free budget among the competing clips and one more.';
comment on constraint listing_forecasts_typical_of_paid on listing_forecasts is 'A median needs a paid clip.';
CREATE INDEX listing_forecasts_expected ON listing_forecasts USING btree (expected_micros DESC, listing_id DESC);
comment on index listing_forecasts_expected is 'The feed by expected earnings.';
grant select, insert, update, delete on listing_forecasts to permille_app;

create table listing_invitations (
  listing_id uuid not null,
  clipper_id uuid not null,
  invited_at timestamp with time zone not null,
  constraint listing_invitations_pkey PRIMARY KEY (listing_id, clipper_id),
  constraint listing_invitations_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint listing_invitations_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id)
);
comment on table listing_invitations is 'A clipper is invited to a listing once.';
grant select, insert, update, delete on listing_invitations to permille_app;

create table listing_pins (
  listing_id uuid not null,
  second integer not null,
  label text not null,
  pinned_at timestamp with time zone not null,
  constraint listing_pins_pkey PRIMARY KEY (listing_id, second),
  constraint listing_pins_listing FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint listing_pins_label_length CHECK (char_length(label) >= 1 AND char_length(label) <= 60),
  constraint listing_pins_second_within_a_day CHECK (second >= 0 AND second <= 86399)
);
comment on table listing_pins is 'Moments of a listing''s source that its host recommends to clippers. A listing''s source never changes, so a pin remains right.';
comment on column listing_pins.second is 'Second of the source at which the moment begins.';
grant select, insert, update, delete on listing_pins to permille_app;

create table listing_spend_rates (
  listing_id uuid not null,
  week_micros bigint not null,
  computed_at timestamp with time zone not null,
  constraint listing_spend_rates_pkey PRIMARY KEY (listing_id),
  constraint listing_spend_rates_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint listing_spend_rates_week_micros_positive CHECK (week_micros > 0)
);
comment on table listing_spend_rates is 'The clips'' earnings of a listing in the last seven days, from which the feed estimates how long its budget lasts: computed once an hour, like host_stats. No row: nothing.';
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
  counted_views text not null default 'all'::text,
  counted_countries text[] not null default '{}'::text[],
  constraint listing_versions_pkey PRIMARY KEY (listing_id, version),
  constraint listing_versions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint listing_versions_source_media_id_fkey FOREIGN KEY (source_media_id) REFERENCES media_files(id),
  constraint listing_versions_allocation_known CHECK (allocation = ANY (ARRAY['first_approved'::text, 'reserved'::text])),
  constraint listing_versions_clips_per_clipper_range CHECK (clips_per_clipper >= 1 AND clips_per_clipper <= 100),
  constraint listing_versions_counted_views_known CHECK (counted_views = ANY (ARRAY['all'::text, 'engaged'::text])),
  constraint listing_versions_decision_hours_known CHECK (decision_hours = ANY (ARRAY[24, 48, 72])),
  constraint listing_versions_max_payout_micros_positive CHECK (max_payout_micros > 0),
  constraint listing_versions_min_views_not_negative CHECK (min_views >= 0),
  constraint listing_versions_reserved_maximum CHECK (allocation <> 'reserved'::text OR max_payout_micros IS NOT NULL),
  constraint listing_versions_source_given CHECK (source_media_id IS NOT NULL OR source_url IS NOT NULL),
  constraint listing_versions_tracking_days_range CHECK (tracking_days >= 1 AND tracking_days <= 90)
);
comment on table listing_versions is 'A clip keeps the version of its submission, whatever changes later.';
comment on column listing_versions.counted_views is 'Which verified views are paid: all, or only those that the platform counts as engaged.';
comment on column listing_versions.counted_countries is 'Only views from these countries (ISO 3166-1, two letters) are paid; empty: from everywhere.';
comment on constraint listing_versions_reserved_maximum on listing_versions is 'A clip''s reservation is its maximum.';
comment on constraint listing_versions_source_given on listing_versions is 'A source is an uploaded MP4 or a link.';
CREATE INDEX listing_versions_required_tags ON listing_versions USING gin (lowered(required_tags)) WHERE (required_tags <> '{}'::text[]);
comment on index listing_versions_required_tags is 'Listings by the hashtags and mentions that they require in captions.';
CREATE INDEX listing_versions_source ON listing_versions USING btree (source_media_id) WHERE (source_media_id IS NOT NULL);
comment on index listing_versions_source is 'Finds the people who may see an uploaded source, and whether it is in use.';
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
  category text,
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_host_id_fkey FOREIGN KEY (host_id) REFERENCES accounts(id),
  constraint listings_category_known CHECK (category = ANY (ARRAY['gaming'::text, 'podcasts'::text, 'irl'::text, 'music'::text, 'sports'::text, 'food'::text, 'learning'::text, 'comedy'::text, 'making'::text])),
  constraint listings_frozen_when_removed CHECK (NOT remainder_frozen OR state = 'removed'::text),
  constraint listings_funded_micros_not_negative CHECK (funded_micros >= 0),
  constraint listings_pause_reason_known CHECK (pause_reason = ANY (ARRAY['host'::text, 'exhausted'::text, 'banned'::text, 'disputed'::text])),
  constraint listings_paused CHECK ((state = 'paused'::text) = (pause_reason IS NOT NULL)),
  constraint listings_platforms_known CHECK (cardinality(platforms) > 0 AND platforms <@ ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text]),
  constraint listings_rate_cents_per_mille_range CHECK (rate_cents_per_mille >= 10 AND rate_cents_per_mille <= 5000),
  constraint listings_source_kind_known CHECK (source_kind = ANY (ARRAY['upload'::text, 'link'::text])),
  constraint listings_state_known CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text, 'settled'::text, 'removed'::text])),
  constraint listings_title_length CHECK (length(title) >= 1 AND length(title) <= 100)
);
comment on table listings is 'A host''s offer: cut clips of this source, get this rate per 1,000 views. The terms are in listing_versions.';
comment on column listings.title is 'Of the current version, so that the feed reads one table.';
comment on column listings.search_words is 'stored: parsing the text for every row of a search would cost more than the search.';
comment on column listings.funded_micros is 'Updated by every movement of the listing''s money, to sort the feed; the ledger decides.';
comment on column listings.remainder_frozen is 'Removed for payment fraud: the remainder is frozen.';
comment on column listings.remainder_returns is 'Numbers the returns, so that each has its own key.';
comment on column listings.category is 'What the source is about, so that Explore can be filtered by it; null: the host chose none.';
comment on constraint listings_frozen_when_removed on listings is 'Only a removal freezes the remainder.';
comment on constraint listings_paused on listings is 'A paused listing has a reason, and no other one does.';
CREATE INDEX listings_by_budget ON listings USING btree (funded_micros, id);
comment on index listings_by_budget is 'Admins'' list by budget.';
CREATE INDEX listings_by_title ON listings USING btree ("left"(lower(title), 30), id);
comment on index listings_by_title is 'Admins'' list by title, cut to a cursor''s length.';
CREATE INDEX listings_ends_at ON listings USING btree (ends_at) WHERE (state = ANY (ARRAY['active'::text, 'paused'::text]));
CREATE INDEX listings_exhausted ON listings USING btree (id) WHERE ((state = 'paused'::text) AND (pause_reason = 'exhausted'::text));
comment on index listings_exhausted is 'Every settlement reads which exhausted listings can resume: few of very many.';
CREATE INDEX listings_feed_category ON listings USING btree (category, created_at DESC, id DESC) WHERE ((state = 'active'::text) AND (category IS NOT NULL));
comment on index listings_feed_category is 'The feed of one category: few listings of very many.';
CREATE INDEX listings_feed_newest ON listings USING btree (created_at DESC, id DESC) WHERE (state = 'active'::text);
CREATE INDEX listings_feed_rate ON listings USING btree (rate_cents_per_mille DESC, id DESC) WHERE (state = 'active'::text);
CREATE INDEX listings_host ON listings USING btree (host_id, created_at DESC, id DESC);
CREATE INDEX listings_id_end ON listings USING btree ("right"((id)::text, 8));
comment on index listings_id_end is 'The last eight characters of the id, which pages and logs show.';
CREATE INDEX listings_of_host ON listings USING btree (host_id, id) WHERE (state = 'active'::text);
CREATE INDEX listings_parts_of_title ON listings USING gin (title gin_trgm_ops);
comment on index listings_parts_of_title is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE INDEX listings_search ON listings USING gin (search_words) WHERE (state = 'active'::text);
CREATE INDEX listings_search_closed ON listings USING gin (search_words) WHERE (state <> 'active'::text);
comment on index listings_search_closed is 'The words of listings that left the feed; listings_search has those of the others.';
CREATE INDEX listings_unsettled ON listings USING btree (ended_at) WHERE (state = 'ended'::text);
CREATE TRIGGER events_insert AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_listing_events();
CREATE TRIGGER events_update AFTER UPDATE ON listings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_listing_events();
grant select, insert, update, delete on listings to permille_app;

create table lookup_quotas (
  user_id uuid not null,
  day date not null,
  lookups integer not null,
  constraint lookup_quotas_pkey PRIMARY KEY (user_id),
  constraint lookup_quotas_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id),
  constraint lookup_quotas_lookups_positive CHECK (lookups > 0)
);
comment on table lookup_quotas is 'The number of a person''s platform lookups on the newest day (UTC) with any: the platforms'' quotas are shared by all.';
grant select, insert, update, delete on lookup_quotas to permille_app;

create table mail_suppressions (
  address text not null,
  reason text not null,
  detail text not null,
  suppressed_at timestamp with time zone not null,
  constraint mail_suppressions_pkey PRIMARY KEY (address),
  constraint mail_suppressions_lower_case CHECK (address = lower(address)),
  constraint mail_suppressions_reason_known CHECK (reason = ANY (ARRAY['bounce'::text, 'complaint'::text]))
);
comment on table mail_suppressions is 'Addresses that get no mails until they are confirmed again. bounce: the mailbox does not exist, by its server''s answer or a report (RFC 3464). complaint: the reader reported a mail as spam (RFC 5965); mails about account and money are still sent.';
comment on column mail_suppressions.detail is 'The text of the server or the report.';
grant select, insert, update, delete on mail_suppressions to permille_app;

create table market_prices (
  only_one boolean not null default true,
  bought_views_micros bigint not null,
  set_at timestamp with time zone not null,
  constraint market_prices_pkey PRIMARY KEY (only_one),
  constraint market_prices_bought_views_micros_positive CHECK (bought_views_micros > 0),
  constraint market_prices_only_one CHECK (only_one)
);
comment on table market_prices is 'One row once an admin set it: the price of 1,000 bought views on the market, which the promise to hosts shows.';
grant select, insert, update, delete on market_prices to permille_app;

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
  sound text,
  sound_codec text,
  sound_slices integer not null default 0,
  sound_tries integer not null default 0,
  sound_due_at timestamp with time zone,
  check_at timestamp with time zone,
  sha256 text,
  fingerprint text,
  format jsonb,
  has_poster boolean not null default false,
  storyboard_tiles integer,
  storyboard_tile_width integer,
  storyboard_tile_height integer,
  light text,
  light_share real not null default 0,
  light_tries integer not null default 0,
  light_due_at timestamp with time zone,
  transcript text,
  transcript_slices integer not null default 0,
  transcript_tries integer not null default 0,
  transcript_due_at timestamp with time zone,
  transcript_failure text,
  held_bytes bigint,
  constraint media_files_pkey PRIMARY KEY (id),
  constraint media_files_storage_key_key UNIQUE (storage_key),
  constraint media_files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint media_files_file_name_length CHECK (length(file_name) <= 255),
  constraint media_files_fingerprint_hex CHECK (fingerprint ~ '^[0-9a-f]{64}$'::text),
  constraint media_files_held_within_size CHECK (held_bytes >= 0 AND held_bytes <= size_bytes),
  constraint media_files_kind_known CHECK (kind = ANY (ARRAY['source'::text, 'photo'::text, 'screenshot'::text, 'poster'::text, 'clip'::text])),
  constraint media_files_light_known CHECK (light = ANY (ARRAY['ready'::text, 'unneeded'::text, 'failed'::text])),
  constraint media_files_light_share_range CHECK (light_share >= 0::double precision AND light_share <= 1::double precision),
  constraint media_files_light_tries_not_negative CHECK (light_tries >= 0),
  constraint media_files_sha256_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint media_files_size_bytes_not_negative CHECK (size_bytes >= 0),
  constraint media_files_sound_known CHECK (sound = ANY (ARRAY['ready'::text, 'silent'::text, 'undecodable'::text, 'unreadable'::text])),
  constraint media_files_sound_slices_not_negative CHECK (sound_slices >= 0),
  constraint media_files_sound_tries_not_negative CHECK (sound_tries >= 0),
  constraint media_files_state_known CHECK (state = ANY (ARRAY['uploading'::text, 'ready'::text, 'refused'::text, 'erased'::text])),
  constraint media_files_storyboard_tiles_range CHECK (storyboard_tiles >= 1 AND storyboard_tiles <= 600),
  constraint media_files_storyboard_whole CHECK (num_nulls(storyboard_tiles, storyboard_tile_width, storyboard_tile_height) = ANY (ARRAY[0, 3])),
  constraint media_files_transcript_known CHECK (transcript = ANY (ARRAY['host'::text, 'server'::text, 'none'::text, 'failed'::text])),
  constraint media_files_transcript_slices_not_negative CHECK (transcript_slices >= 0),
  constraint media_files_transcript_tries_not_negative CHECK (transcript_tries >= 0)
);
comment on table media_files is 'Uploaded source videos, profile photos and screenshots, and clips'' posters from platforms. The bytes are on disk.';
comment on column media_files.state is 'uploading: bytes are missing (the file''s size says which), or all have arrived and check_at is set. erased: the row is kept while a listing''s history names it; a job removes the bytes, then clears ready_at.';
comment on column media_files.storage_key is 'Generated by the server, never derived from the file''s name.';
comment on column media_files.remove_at is 'When an unused upload is removed; null while it is in use or once its bytes are gone.';
comment on column media_files.sound is 'The sound of a source video: ready (fingerprint and peaks are beside the file), silent (there is none), undecodable (nothing here decodes sound_codec), unreadable. Null: not tried yet.';
comment on column media_files.sound_slices is 'The number of five-minute parts in the files of fingerprint and peaks.';
comment on column media_files.sound_due_at is 'When the next part is read; in the future while a process reads one, or after a failure. Null: as soon as the file is ready.';
comment on column media_files.check_at is 'When a completely received source video is checked; null while bytes are missing and after the check.';
comment on column media_files.sha256 is 'Hash of a checked source video''s bytes; equal videos are stored once.';
comment on column media_files.fingerprint is 'SHA-256 of the first and the last MiB, computed by the sender: recognizes the same file when an upload is resumed.';
comment on column media_files.format is 'The encoding of a source video (contract/media/media.ts, videoFormat); null before its check, and for videos older than this column.';
comment on column media_files.has_poster is 'A source video has a picture beside the file, made by its host''s browser and re-encoded here. Anyone who may see a listing of the video may see it.';
comment on column media_files.storyboard_tiles is 'The number of a source video''s small preview pictures, evenly spread over its length, in sheets of a hundred beside the file; null until all sheets have arrived.';
comment on column media_files.light is 'The light copy of a source video, made when FFMPEG_PATH is set: ready (a copy of 480 lines is beside the file), unneeded (the video is as light), failed. Null: not made yet, or no copies are made.';
comment on column media_files.light_share is 'The finished share of the copy that is being made.';
comment on column media_files.light_due_at is 'When the copy is begun; in the future while a process makes it, or after a failure. Null: as soon as the file is ready.';
comment on column media_files.transcript is 'The source of a video''s transcript: host (source_transcripts from its host), server (TRANSCRIBE_URL wrote it), none (no sound), failed. Null: to be written when TRANSCRIBE_URL is set, otherwise there is none.';
comment on column media_files.transcript_slices is 'The number of transcribed five-minute parts.';
comment on column media_files.transcript_due_at is 'When the next part is sent; in the future while a process waits for one, or after a failure. Null: as soon as the sound is prepared.';
comment on column media_files.transcript_failure is 'The error of the last attempt, for the operator; null once one succeeded.';
comment on column media_files.held_bytes is 'Bytes of an incomplete upload that count against the total quota: those that arrived, and those that the running request may still bring. Null: all of size_bytes.';
comment on constraint media_files_storyboard_whole on media_files is 'Number and size of the tiles are set together.';
CREATE INDEX media_files_begun ON media_files USING btree (id) WHERE ((state = 'uploading'::text) AND (check_at IS NULL));
comment on index media_files_begun is 'Uploads that may be complete without anybody having noted it; read every minute.';
CREATE INDEX media_files_check_at ON media_files USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX media_files_clip_space ON media_files USING btree (owner_id) INCLUDE (size_bytes) WHERE ((kind = 'clip'::text) AND (state = ANY (ARRAY['uploading'::text, 'ready'::text])));
comment on index media_files_clip_space is 'The space of a person''s clip files, including running uploads.';
CREATE INDEX media_files_erased ON media_files USING btree (id) WHERE ((state = 'erased'::text) AND (ready_at IS NOT NULL));
CREATE INDEX media_files_held ON media_files USING btree (kind) INCLUDE (size_bytes, held_bytes) WHERE ((state = 'uploading'::text) AND (check_at IS NULL) AND (held_bytes IS NOT NULL));
comment on index media_files_held is 'Incomplete uploads that count less than their announced size; summed before each part of an upload is accepted.';
CREATE INDEX media_files_light_due ON media_files USING btree (COALESCE(light_due_at, ready_at)) WHERE ((light IS NULL) AND (state = 'ready'::text) AND (kind = 'source'::text));
comment on index media_files_light_due is 'Source videos without a light copy; read every second where copies are made.';
CREATE INDEX media_files_owner ON media_files USING btree (owner_id, created_at DESC);
CREATE INDEX media_files_remove_at ON media_files USING btree (remove_at) WHERE (remove_at IS NOT NULL);
CREATE INDEX media_files_sha256 ON media_files USING btree (sha256) WHERE ((kind = 'source'::text) AND (state = 'ready'::text));
CREATE INDEX media_files_sound_due ON media_files USING btree (COALESCE(sound_due_at, ready_at)) WHERE ((sound IS NULL) AND (state = 'ready'::text) AND (kind = 'source'::text));
comment on index media_files_sound_due is 'Source videos whose sound is to be prepared; read every second.';
CREATE INDEX media_files_space ON media_files USING btree (owner_id) INCLUDE (size_bytes) WHERE ((kind = 'source'::text) AND (state = ANY (ARRAY['uploading'::text, 'ready'::text])));
comment on index media_files_space is 'The space of source videos, including announced and running uploads.';
CREATE INDEX media_files_transcript_due ON media_files USING btree (COALESCE(transcript_due_at, ready_at)) WHERE ((transcript IS NULL) AND (sound IS NOT NULL) AND (state = 'ready'::text) AND (kind = 'source'::text));
comment on index media_files_transcript_due is 'Source videos to be transcribed; read every second when TRANSCRIBE_URL is set.';
grant select, insert, update, delete on media_files to permille_app;

create table members (
  account_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint members_pkey PRIMARY KEY (account_id, user_id),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_role_known CHECK (role = 'owner'::text)
);
comment on table members is 'Who may act for an account. A personal account has one member, its owner.';
CREATE INDEX members_user_id ON members USING btree (user_id);
comment on index members_user_id is 'The accounts for which a person may act.';
grant select, insert, update, delete on members to permille_app;

create table notification_channel_preferences (
  user_id uuid not null,
  topic text not null,
  channel text not null,
  timing text not null,
  constraint notification_channel_preferences_pkey PRIMARY KEY (user_id, topic, channel),
  constraint notification_channel_preferences_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_channel_preferences_timing_known CHECK (timing = ANY (ARRAY['now'::text, 'daily'::text, 'weekly'::text, 'off'::text]))
);
comment on table notification_channel_preferences is 'The channels and times at which a person is notified of a topic; channels, topics and defaults are in contract/notifications/notifications.ts. Only choices that differ from the default have a row.';
grant select, insert, update, delete on notification_channel_preferences to permille_app;

create table notification_deliveries (
  id uuid not null default gen_random_uuid(),
  notification_id uuid not null,
  user_id uuid not null,
  topic text not null,
  channel text not null,
  target_id uuid not null,
  timing text not null,
  state text not null default 'waiting'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  lease_id uuid,
  leased_until timestamp with time zone,
  ended_at timestamp with time zone,
  last_error text,
  constraint notification_deliveries_pkey PRIMARY KEY (id),
  constraint notification_deliveries_once UNIQUE (notification_id, channel, target_id),
  constraint notification_deliveries_notification FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint notification_deliveries_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_deliveries_ended CHECK ((state = 'waiting'::text) = (ended_at IS NULL)),
  constraint notification_deliveries_lease_ends CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
  constraint notification_deliveries_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text, 'failed'::text])),
  constraint notification_deliveries_timing_known CHECK (timing = ANY (ARRAY['now'::text, 'daily'::text, 'weekly'::text]))
);
comment on table notification_deliveries is 'A notification on its way through one channel to one target, written with it. Kept for 30 days after its end.';
comment on column notification_deliveries.target_id is 'The person for mail, the browser (push_subscriptions) for push.';
comment on column notification_deliveries.state is 'dropped: no longer wanted, because it was read, is too late or its target is gone.';
comment on column notification_deliveries.due_at is 'When it is sent: at once, with the next digest, or with the next attempt.';
comment on column notification_deliveries.lease_id is 'The lease of the running attempt; only its holder records the result. When a process dies, others take the row after the lease.';
comment on constraint notification_deliveries_once on notification_deliveries is 'A notification goes to a target once, however often it is written.';
CREATE INDEX notification_deliveries_due ON notification_deliveries USING btree (channel, due_at, id) WHERE (state = 'waiting'::text);
comment on index notification_deliveries_due is 'Waiting deliveries of each channel.';
CREATE INDEX notification_deliveries_ended_at ON notification_deliveries USING btree (ended_at) WHERE (state <> 'waiting'::text);
comment on index notification_deliveries_ended_at is 'Deliveries old enough to be deleted.';
CREATE INDEX notification_deliveries_user ON notification_deliveries USING btree (user_id, channel) WHERE (state = 'waiting'::text);
comment on index notification_deliveries_user is 'A person''s waiting deliveries: for a digest, or to drop after a choice.';
grant select, insert, update, delete on notification_deliveries to permille_app;

create table notification_preferences (
  user_id uuid not null,
  topic text not null,
  by_mail boolean not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id, topic),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table notification_preferences is 'Only choices that differ from the default have a row.';
CREATE TRIGGER write_mail_preference AFTER INSERT OR UPDATE ON notification_preferences FOR EACH ROW EXECUTE FUNCTION write_mail_preference();
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
  in_app boolean not null default true,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_mail_known CHECK (mail = ANY (ARRAY['none'::text, 'waiting'::text, 'done'::text]))
);
comment on table notifications is 'The entries under the bell, and whether they are mailed as well.';
comment on column notifications.mail is 'Whether it is also mailed. The topic and the person''s choice decide when the notification is written; the mail is made from the row later, once.';
comment on column notifications.in_app is 'Shown under the bell. False: the person wants this topic through other channels only.';
CREATE INDEX notifications_mail ON notifications USING btree (created_at, id) WHERE (mail = 'waiting'::text);
CREATE INDEX notifications_never_read ON notifications USING btree (created_at) WHERE (read_at IS NULL);
comment on index notifications_never_read is 'Unread notifications old enough to be deleted.';
CREATE INDEX notifications_read ON notifications USING btree (read_at) WHERE (read_at IS NOT NULL);
comment on index notifications_read is 'Read notifications old enough to be deleted.';
CREATE INDEX notifications_unread ON notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user ON notifications USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER events_insert AFTER INSERT ON notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_notification_events();
CREATE TRIGGER events_update AFTER UPDATE ON notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_notification_events();
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
  button_labels text[] not null default '{}'::text[],
  unsubscribe_url text,
  unsubscribe_about text,
  asked_for boolean not null default false,
  refused_at timestamp with time zone,
  constraint outbound_emails_pkey PRIMARY KEY (id),
  constraint outbound_emails_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'kept'::text])),
  constraint outbound_emails_unsubscribe_whole CHECK ((unsubscribe_url IS NULL) = (unsubscribe_about IS NULL))
);
comment on table outbound_emails is 'Transactional outbox: a mail is written with the change that it reports, and sent after the commit.';
comment on column outbound_emails.state is 'kept: never sent, because the demo generated its reader; the outbox shows it.';
comment on column outbound_emails.button_labels is 'Labels of the HTML''s buttons, in the order of the links that are separate paragraphs.';
comment on column outbound_emails.unsubscribe_url is 'Unsubscribes without a sign-in (RFC 8058); null: account mails, which are always sent.';
comment on column outbound_emails.unsubscribe_about is 'The subject of such mails, in the reader''s words.';
comment on column outbound_emails.asked_for is 'Its reader has just requested it, so it is sent even if mails to the address bounced.';
comment on column outbound_emails.refused_at is 'When the address''s server refused it, or a report said that it bounced.';
CREATE INDEX outbound_emails_created_at ON outbound_emails USING btree (created_at DESC, id DESC);
CREATE INDEX outbound_emails_waiting ON outbound_emails USING btree (next_attempt_at) WHERE (state = 'waiting'::text);
grant select, insert, update, delete on outbound_emails to permille_app;

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_credential_id_length CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1364),
  constraint passkeys_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint passkeys_sign_count_positive CHECK (sign_count >= 0)
);
comment on table passkeys is 'Passkeys (Web Authentication) with which people sign in. The private key never leaves its authenticator. Real time, like sessions.';
comment on column passkeys.credential_id is 'The authenticator''s name of the key, in base64url.';
comment on column passkeys.public_key is 'The key that verifies signatures, in COSE.';
comment on column passkeys.sign_count is 'The authenticator''s count at the last use; 0 if it does not count. A count that does not grow is a copied key.';
comment on column passkeys.transports is 'How a browser reaches the authenticator, as it said itself.';
comment on column passkeys.is_synced is 'Whether the authenticator said at the last use that other devices have the key too.';
CREATE UNIQUE INDEX passkeys_credential_id ON passkeys USING btree (credential_id);
comment on index passkeys_credential_id is 'A passkey signs in to one account.';
CREATE INDEX passkeys_user_id ON passkeys USING btree (user_id, created_at DESC);
grant select, insert, update, delete on passkeys to permille_app;

create table payout_account_checks (
  payout_id uuid not null,
  checked_at timestamp with time zone not null,
  again_at timestamp with time zone not null,
  problem text,
  problem_since timestamp with time zone,
  constraint payout_account_checks_pkey PRIMARY KEY (payout_id),
  constraint payout_account_checks_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id) ON DELETE CASCADE,
  constraint payout_account_checks_problem_since CHECK ((problem IS NULL) = (problem_since IS NULL))
);
comment on table payout_account_checks is 'Before a payout, the platforms are asked whether the accounts that earned it are still the clipper''s.';
comment on column payout_account_checks.problem is 'Why it waits, in words for the clipper; null: every account is still theirs.';
comment on column payout_account_checks.problem_since is 'The beginning of the present problem, without a break.';
comment on constraint payout_account_checks_problem_since on payout_account_checks is 'A problem has its beginning.';
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
  constraint payout_accruals_amount_micros_positive CHECK (amount_micros > 0),
  constraint payout_accruals_replaced CHECK (replaced_micros >= 0 AND replaced_micros <= amount_micros)
);
comment on table payout_accruals is 'The steps that a payout consists of. While it is on its way or paid, its parts that are not replaced add up to its amount.';
comment on column payout_accruals.replaced_micros is 'The step was reversed after it had been paid out, and later earnings repaid this much of it. Those earnings are parts of the payout instead.';
comment on column payout_accruals.freed_at is 'The payout was canceled, failed or was returned: the money is available again.';
comment on constraint payout_accruals_replaced on payout_accruals is 'At most the whole part is replaced.';
CREATE INDEX payout_accruals_step ON payout_accruals USING btree (submission_id, entry_id);
grant select, insert, update, delete on payout_accruals to permille_app;

create table payout_addresses (
  user_id uuid not null,
  email text not null,
  usable_at timestamp with time zone not null,
  set_at timestamp with time zone not null,
  constraint payout_addresses_pkey PRIMARY KEY (user_id),
  constraint payout_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table payout_addresses is 'The Payment Email, to which a person''s payouts go.';
comment on column payout_addresses.usable_at is 'A changed address, and a first one after earnings, waits 24 hours before it receives money.';
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
  constraint payout_batches_sent CHECK ((state = 'sent'::text) <= (paypal_batch_id IS NOT NULL AND sent_at IS NOT NULL)),
  constraint payout_batches_state_known CHECK (state = ANY (ARRAY['created'::text, 'sent'::text, 'refused'::text, 'closed'::text, 'abandoned'::text]))
);
comment on table payout_batches is 'Payouts that were handed to PayPal together. The id is the sender_batch_id: it is stored before the call and never reused for other content, so a retry after a lost reply can''t pay twice. PayPal remembers such an id for 30 days.';
comment on column payout_batches.next_step_at is 'When it is worked on next: sent while created, read while sent.';
comment on column payout_batches.uncertain is 'An attempt has an unknown outcome: a later refusal proves nothing about it.';
comment on constraint payout_batches_sent on payout_batches is 'A batch that was sent has PayPal''s id.';
CREATE INDEX payout_batches_due ON payout_batches USING btree (next_step_at) WHERE (next_step_at IS NOT NULL);
CREATE INDEX payout_batches_newest ON payout_batches USING btree (created_at DESC, id DESC);
grant select, insert, update, delete on payout_batches to permille_app;

create table payout_countries (
  user_id uuid not null,
  country text not null,
  set_at timestamp with time zone not null,
  constraint payout_countries_pkey PRIMARY KEY (user_id),
  constraint payout_countries_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id),
  constraint payout_countries_country_format CHECK (country ~ '^[A-Z]{2}$'::text)
);
comment on table payout_countries is 'The country in which a person is paid: whether the product may pay there, and for the year''s tax report. Kept when an account closes, because reports are due later.';
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
  constraint payout_late_statuses_resolved CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
comment on table payout_late_statuses is 'PayPal''s statuses of a payout after a person had decided it. They move nothing: an operator must review them.';
comment on column payout_late_statuses.item_state is 'PayPal''s newest state of its item.';
comment on constraint payout_late_statuses_resolved on payout_late_statuses is 'Person and time of the resolution are set together.';
CREATE INDEX payout_late_statuses_open ON payout_late_statuses USING btree (reported_at) WHERE (resolved_at IS NULL);
CREATE TRIGGER events_insert AFTER INSERT ON payout_late_statuses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('payout_status.changed');
CREATE TRIGGER events_update AFTER UPDATE ON payout_late_statuses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('payout_status.changed');
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
  constraint payout_pauses_resumed CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);
comment on table payout_pauses is 'While a pause is open, no payout is sent.';
comment on constraint payout_pauses_resumed on payout_pauses is 'Person and time of the resumption are set together.';
CREATE UNIQUE INDEX payout_pauses_one_open ON payout_pauses USING btree ((true)) WHERE (resumed_at IS NULL);
comment on index payout_pauses_one_open is 'At most one pause is open.';
grant select, insert, update, delete on payout_pauses to permille_app;

create table payout_runs (
  due_at timestamp with time zone not null,
  ran_at timestamp with time zone not null,
  payouts integer not null,
  constraint payout_runs_pkey PRIMARY KEY (due_at)
);
comment on table payout_runs is 'The weekly run happens once per Monday 09:00 UTC.';
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
  constraint payouts_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint payouts_amount_micros_whole_cents CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint payouts_cause_known CHECK (cause = ANY (ARRAY['withdrawal'::text, 'weekly'::text, 'closing'::text])),
  constraint payouts_paid_reference CHECK (state <> 'paid'::text OR reference IS NOT NULL),
  constraint payouts_rail_known CHECK (rail = ANY (ARRAY['manual'::text, 'paypal'::text])),
  constraint payouts_state_known CHECK (state = ANY (ARRAY['requested'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'canceled'::text, 'returned'::text]))
);
comment on table payouts is 'Money paid to a clipper. Several payouts of a person may be on their way at once: each is taken from the balance under its lock, so together they never exceed it.';
comment on column payouts.cause is 'closing: an account is closed and pays out its remaining whole cents.';
comment on column payouts.item_id is 'PayPal''s id and state of its item.';
comment on column payouts.not_before is 'Not handed over before this moment: PayPal refused the whole batch.';
comment on column payouts.alone is 'Handed over in a separate batch: PayPal refused a batch without naming the item.';
comment on column payouts.late_notified_at is 'When the operator and the clipper were notified that the payout is late; once.';
comment on constraint payouts_paid_reference on payouts is 'A payment has its reference.';
CREATE INDEX payouts_batch ON payouts USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX payouts_clipper ON payouts USING btree (clipper_id, requested_at DESC, id DESC);
CREATE INDEX payouts_finished ON payouts USING btree (requested_at DESC, id DESC) WHERE (state = ANY (ARRAY['paid'::text, 'failed'::text, 'canceled'::text, 'returned'::text]));
CREATE INDEX payouts_finished_amount ON payouts USING btree (amount_micros, id) WHERE (state = ANY (ARRAY['paid'::text, 'failed'::text, 'canceled'::text, 'returned'::text]));
comment on index payouts_finished_amount is 'Finished payouts by amount; the open ones are few and sorted.';
CREATE INDEX payouts_id_end ON payouts USING btree ("right"((id)::text, 8));
comment on index payouts_id_end is 'The last eight characters of the id, which pages and logs show.';
CREATE INDEX payouts_parts_of_destination ON payouts USING gin (destination gin_trgm_ops);
comment on index payouts_parts_of_destination is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE INDEX payouts_parts_of_reference ON payouts USING gin (reference gin_trgm_ops);
comment on index payouts_parts_of_reference is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE INDEX payouts_queue ON payouts USING btree (requested_at, id) WHERE (state = ANY (ARRAY['requested'::text, 'processing'::text]));
CREATE INDEX payouts_reference ON payouts USING btree (reference) WHERE (reference IS NOT NULL);
comment on index payouts_reference is 'Finds a payout by PayPal''s or the bank''s reference.';
CREATE TRIGGER events_insert AFTER INSERT ON payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_payout_events();
CREATE TRIGGER events_update AFTER UPDATE ON payouts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_payout_events();
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
  constraint pending_sign_ups_email_lower_case CHECK (email = lower(email)),
  constraint pending_sign_ups_role_known CHECK (role = ANY (ARRAY['host'::text, 'clipper'::text]))
);
comment on table pending_sign_ups is 'A sign-up is not an account yet: the opened link names the row that becomes one, so that no sign-up changes another person''s. Mailed links are rows of verifications whose value is the id here. On the machine''s clock, like those.';
comment on column pending_sign_ups.email is 'Many may wait for one address: only its owner knows which is theirs.';
CREATE INDEX pending_sign_ups_email ON pending_sign_ups USING btree (email);
CREATE INDEX pending_sign_ups_expires_at ON pending_sign_ups USING btree (expires_at);
grant select, insert, update, delete on pending_sign_ups to permille_app;

create table platform_backoffs (
  platform text not null,
  until timestamp with time zone not null,
  times integer not null,
  reason text not null,
  constraint platform_backoffs_pkey PRIMARY KEY (platform),
  constraint platform_backoffs_platform_known CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text])),
  constraint platform_backoffs_times_positive CHECK (times > 0)
);
comment on table platform_backoffs is 'Platforms that asked for a pause, for all processes.';
comment on column platform_backoffs.times is 'Refusals in a row, without an answer in between.';
grant select, insert, update, delete on platform_backoffs to permille_app;

create table platform_calls (
  platform text not null,
  bucket text not null,
  day date not null,
  units bigint not null,
  slice_at timestamp with time zone not null,
  slice_units integer not null,
  constraint platform_calls_pkey PRIMARY KEY (platform, bucket, day),
  constraint platform_calls_platform_known CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text, 'twitch'::text])),
  constraint platform_calls_slice_units_not_negative CHECK (slice_units >= 0),
  constraint platform_calls_units_not_negative CHECK (units >= 0)
);
comment on table platform_calls is 'The calls to each platform on each of its days, so that no call exceeds a quota.';
comment on column platform_calls.bucket is 'Calls that share a quota of the platform.';
comment on column platform_calls.day is 'The platform''s day: YouTube''s begins at midnight in California.';
comment on column platform_calls.slice_at is 'The newest ten seconds, for a platform with a quota per minute.';
grant select, insert, update, delete on platform_calls to permille_app;

create table processor_refunds (
  processor_id text not null,
  payment_intent text not null,
  amount_micros bigint not null,
  failed boolean not null default false,
  constraint processor_refunds_pkey PRIMARY KEY (processor_id),
  constraint processor_refunds_payment_intent_fkey FOREIGN KEY (payment_intent) REFERENCES card_payments(payment_intent),
  constraint processor_refunds_amount_micros_not_negative CHECK (amount_micros >= 0)
);
comment on table processor_refunds is 'Individual refunds that were made at the processor. Messages about them and about the total arrive in any order; the booked amount is derived from both.';
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
  constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint profiles_username_format CHECK (username ~ '^[a-z0-9_]{3,30}$'::text)
);
comment on table profiles is 'The public part of a person.';
CREATE INDEX profiles_avatar ON profiles USING btree (avatar_media_id) WHERE (avatar_media_id IS NOT NULL);
comment on index profiles_avatar is 'Read when a file is deleted.';
CREATE INDEX profiles_by_name ON profiles USING btree ("left"(lower(full_name), 30), user_id);
comment on index profiles_by_name is 'Admins'' list of people by name, cut to a cursor''s length.';
CREATE INDEX profiles_parts_of_username ON profiles USING gin (username gin_trgm_ops);
comment on index profiles_parts_of_username is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE UNIQUE INDEX profiles_username ON profiles USING btree (username);
comment on index profiles_username is 'One person per name.';
CREATE INDEX profiles_username_start ON profiles USING btree (username text_pattern_ops);
comment on index profiles_username_start is 'Finds a person by the beginning of the username.';
grant select, insert, update, delete on profiles to permille_app;

create table proof_requests (
  id uuid not null,
  submission_id uuid not null,
  views bigint not null,
  code text not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  decision text,
  decided_at timestamp with time zone,
  attestation_id uuid,
  note text,
  constraint proof_requests_pkey PRIMARY KEY (id),
  constraint proof_requests_attestation_id_fkey FOREIGN KEY (attestation_id) REFERENCES view_attestations(id),
  constraint proof_requests_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint proof_requests_code_form CHECK (code ~ '^[2-9A-HJ-NP-Z]{6}$'::text),
  constraint proof_requests_decided CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint proof_requests_decision_known CHECK (decision = ANY (ARRAY['accepted'::text, 'refused'::text])),
  constraint proof_requests_note_length CHECK (length(note) <= 500),
  constraint proof_requests_shown CHECK (decision IS NULL OR attestation_id IS NOT NULL),
  constraint proof_requests_views_positive CHECK (views > 0)
);
comment on table proof_requests is 'Clippers who show the analytics of a clip by choice, because its money waits for proof. An admin decides on the picture.';
comment on column proof_requests.views is 'The counter when the code was made: the picture proves no later views.';
comment on column proof_requests.code is 'The picture of the analytics shows this code, so that it can''t be an older one.';
comment on column proof_requests.due_at is 'A picture sent later does not answer the request.';
comment on column proof_requests.attestation_id is 'The picture that was decided on. It is kept.';
CREATE INDEX proof_requests_submission ON proof_requests USING btree (submission_id, asked_at);
CREATE INDEX proof_requests_undecided ON proof_requests USING btree (asked_at) WHERE (decision IS NULL);
grant select, insert, update, delete, update (attestation_id), update (decided_at), update (decision), update (note) on proof_requests to permille_app;

create table proof_tiers (
  proven_clips integer not null,
  limit_micros bigint,
  audit_percent integer not null,
  constraint proof_tiers_pkey PRIMARY KEY (proven_clips),
  constraint proof_tiers_audit_percent_range CHECK (audit_percent >= 0 AND audit_percent <= 100),
  constraint proof_tiers_limit_micros_not_negative CHECK (limit_micros >= 0),
  constraint proof_tiers_proven_clips_not_negative CHECK (proven_clips >= 0)
);
comment on table proof_tiers is 'How much money may be paid out to one person for views that are not proven, by the number of the person''s proven clips. Admins change it.';
comment on column proof_tiers.limit_micros is 'Null: no limit.';
comment on column proof_tiers.audit_percent is 'The probability that $25.00 for views without proof cause an audit.';
grant select, insert, update, delete on proof_tiers to permille_app;

create table push_keys (
  id uuid not null default gen_random_uuid(),
  only_row boolean not null default true,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamp with time zone not null,
  constraint push_keys_pkey PRIMARY KEY (only_row),
  constraint push_keys_one_row CHECK (only_row)
);
comment on table push_keys is 'The VAPID keys that identify this server to push services (RFC 8292), generated once; not used when VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set.';
grant select, insert, update, delete on push_keys to permille_app;

create table push_subscriptions (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  sealed text not null,
  host text not null,
  shows_details boolean not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint UNIQUE (endpoint_hash),
  constraint push_subscriptions_session FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_subscriptions_endpoint_is_hashed CHECK (octet_length(endpoint_hash) = 32)
);
comment on table push_subscriptions is 'Browsers that show notifications. A subscription ends with its session, so a browser shows nothing about a person who signed out.';
comment on column push_subscriptions.sealed is 'The browser''s URL and keys at its push service, as JSON: whoever has them can send to the browser.';
comment on column push_subscriptions.host is 'Host of the push service.';
comment on column push_subscriptions.shows_details is 'Whether the screen of this device may show titles and texts with names and amounts.';
CREATE INDEX push_subscriptions_session ON push_subscriptions USING btree (session_id);
comment on index push_subscriptions_session is 'Subscriptions that end with a session.';
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id, created_at);
comment on index push_subscriptions_user is 'The browsers of a person.';
grant select, insert, update, delete on push_subscriptions to permille_app;

create table rate_limits (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  expires_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket, window_start)
);
comment on table rate_limits is 'Requests counted per bucket and window, on the server''s real clock; shared by all processes.';
comment on column rate_limits.expires_at is 'Windows are minutes, hours or days long, so each row has its own expiry.';
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
comment on table reconciliations is 'The results of the ledger''s invariants, each time they were checked: every night, and on an admin''s request.';
comment on column reconciliations.night is 'The night of the check; null when an admin requested it.';
comment on column reconciliations.finished_at is 'Null while invariants remain to be checked: another process continues the check of a stopped one.';
comment on column reconciliations.invariants is 'A list of {"name", "ok", "detail"}, in the order of the checks.';
CREATE INDEX reconciliations_newest ON reconciliations USING btree (started_at DESC, id DESC);
grant select, insert, update, delete on reconciliations to permille_app;

create table record_signing_keys (
  id uuid not null,
  kid text not null,
  public_jwk jsonb not null,
  private_sealed text,
  made_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint record_signing_keys_pkey PRIMARY KEY (id),
  constraint record_signing_keys_kid_once UNIQUE (kid),
  constraint record_signing_keys_signs_until_retired CHECK ((private_sealed IS NULL) = (retired_at IS NOT NULL))
);
comment on table record_signing_keys is 'Keys that sign verified records. A retired key keeps its public part, which still verifies its signatures.';
CREATE UNIQUE INDEX record_signing_keys_one_signs ON record_signing_keys USING btree ((true)) WHERE (retired_at IS NULL);
comment on index record_signing_keys_one_signs is 'If two processes make a key at the same time, only one is stored.';
grant select, insert, update, delete on record_signing_keys to permille_app;

create table result_links (
  id uuid not null,
  listing_id uuid not null,
  host_id uuid not null,
  made_by uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_opened_at timestamp with time zone,
  constraint result_links_pkey PRIMARY KEY (id),
  constraint result_links_host_id_fkey FOREIGN KEY (host_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint result_links_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint result_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint result_links_expires_later CHECK (expires_at > created_at),
  constraint result_links_token_is_hashed CHECK (octet_length(token_hash) = 32)
);
comment on table result_links is 'Links by which anybody reads the results of a listing, without private data. Deleting the row revokes the link.';
comment on column result_links.made_by is 'The person who made the link for the host.';
comment on column result_links.token_hash is 'SHA-256 of the token, which is not stored.';
comment on column result_links.expires_at is 'Null for a link that works until it is revoked.';
CREATE INDEX result_links_expires_at ON result_links USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX result_links_host ON result_links USING btree (host_id);
CREATE INDEX result_links_listing ON result_links USING btree (listing_id, created_at DESC, id DESC);
CREATE INDEX result_links_made_by ON result_links USING btree (made_by);
CREATE UNIQUE INDEX result_links_token_hash ON result_links USING btree (token_hash);
grant select, insert, update, delete on result_links to permille_app;

create table saved_filters (
  id uuid not null,
  admin_id uuid not null,
  view text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_filters_pkey PRIMARY KEY (id),
  constraint saved_filters_one_name UNIQUE (admin_id, view, name),
  constraint saved_filters_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint saved_filters_name_length CHECK (length(name) >= 1 AND length(name) <= 40),
  constraint saved_filters_query_length CHECK (length(query) >= 1 AND length(query) <= 500)
);
comment on table saved_filters is 'Search, filters and order of a view of the admin panel that an admin saved under a name.';
comment on column saved_filters.query is 'The query of the view''s URL, without the question mark.';
comment on constraint saved_filters_one_name on saved_filters is 'An admin''s names are unique.';
grant select, insert, update, delete on saved_filters to permille_app;

create table saved_searches (
  id uuid not null,
  clipper_id uuid not null,
  name text not null,
  search text,
  words tsquery,
  platform text,
  min_rate_cents integer,
  min_free_dollars integer,
  language text,
  alerts boolean not null,
  created_at timestamp with time zone not null,
  filters jsonb not null default '{}'::jsonb,
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_one_per_name UNIQUE (clipper_id, name),
  constraint saved_searches_clipper FOREIGN KEY (clipper_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint saved_searches_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint saved_searches_seeks_something CHECK (filters <> '{}'::jsonb)
);
comment on table saved_searches is 'A clipper''s saved Explore searches; with alerts, the clipper is notified of matching listings.';
comment on column saved_searches.words is 'The search words that are matched with new listings.';
comment on column saved_searches.min_rate_cents is 'Per 1,000 views.';
comment on column saved_searches.filters is 'The filters of Explore by name, as contract/listings/explore-filters.ts has them.';
comment on constraint saved_searches_seeks_something on saved_searches is 'A search without a filter finds every listing.';
CREATE TRIGGER copy_saved_search_filters BEFORE INSERT OR UPDATE ON saved_searches FOR EACH ROW EXECUTE FUNCTION copy_saved_search_filters();
grant select, insert, update, delete on saved_searches to permille_app;

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  works_with text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
comment on table schema_migrations is 'Which files of db/migrations this database has had, and what they said.';
comment on column schema_migrations.works_with is 'The oldest release that works beside what the file made.';
grant select on schema_migrations to permille_app;

create table score_drifts (
  id uuid not null,
  platform text not null,
  size text not null,
  promise text not null,
  since timestamp with time zone not null,
  found_at timestamp with time zone not null,
  clips integer not null,
  clips_above integer not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  recalibrated boolean,
  note text,
  evidence text not null default 'counts'::text,
  constraint score_drifts_pkey PRIMARY KEY (id),
  constraint score_drifts_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint score_drifts_clips_counted CHECK (clips > 0 AND clips_above >= 1 AND clips_above <= clips),
  constraint score_drifts_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (recalibrated IS NULL) AND (closed_at IS NULL) = (note IS NULL)),
  constraint score_drifts_evidence_known CHECK (evidence = ANY (ARRAY['counts'::text, 'analytics'::text])),
  constraint score_drifts_note_length CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint score_drifts_promise_known CHECK (promise = ANY (ARRAY['held'::text, 'asked'::text])),
  constraint score_drifts_size_known CHECK (size = ANY (ARRAY['small'::text, 'medium'::text, 'large'::text]))
);
comment on table score_drifts is 'When honest clips scored higher than the reference clips: the promise about their platform and size is suspended until an admin has reviewed it.';
comment on column score_drifts.promise is 'held: more clips would have been held than promised; asked: more would have been held or reviewed.';
comment on column score_drifts.since is 'When the first of the clips that show it proved honest.';
comment on column score_drifts.clips_above is 'The number of clips since then that would have been held, or held or reviewed.';
comment on column score_drifts.recalibrated is 'true: scores are compared with clips since the drift began; false: with the same clips as before.';
comment on constraint score_drifts_closed on score_drifts is 'An admin who closes a drift gives a reason, and the reference for later scores.';
CREATE UNIQUE INDEX score_drifts_one_open_of_class ON score_drifts USING btree (platform, size, evidence) WHERE (closed_at IS NULL);
comment on index score_drifts_one_open_of_class is 'A class has at most one open drift.';
grant select, insert, update, delete on score_drifts to permille_app;

create table score_proposals (
  id uuid not null,
  made_at timestamp with time zone not null,
  version integer not null,
  signals jsonb not null,
  figures jsonb not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  applied boolean,
  note text,
  constraint score_proposals_pkey PRIMARY KEY (id),
  constraint score_proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint score_proposals_applied_by CHECK (applied IS NOT TRUE OR decided_by IS NOT NULL),
  constraint score_proposals_decided CHECK ((decided_at IS NULL) = (applied IS NULL) AND (decided_at IS NULL) = (note IS NULL)),
  constraint score_proposals_note_length CHECK (length(note) >= 1 AND length(note) <= 500)
);
comment on table score_proposals is 'Weights and thresholds fitted to people''s decisions, with the figures of both rules on later weeks. They judge nothing until an admin applies them.';
comment on column score_proposals.version is 'The rules that it started from and is compared with.';
comment on column score_proposals.signals is 'The signals that it changes, in the form of contract/scoring/score-rules.ts.';
comment on column score_proposals.figures is 'In the form of contract/scoring/score-proposals.ts.';
comment on column score_proposals.decided_by is 'Null: a newer proposal replaced it.';
comment on constraint score_proposals_applied_by on score_proposals is 'Only a person applies a proposal.';
CREATE UNIQUE INDEX score_proposals_one_open ON score_proposals USING btree ((true)) WHERE (decided_at IS NULL);
comment on index score_proposals_one_open is 'At most one proposal waits.';
grant select, insert, update, delete on score_proposals to permille_app;

create table score_test_counts (
  platform text not null,
  places bigint not null,
  constraint score_test_counts_pkey PRIMARY KEY (platform),
  constraint score_test_counts_places_not_negative CHECK (places >= 0)
);
comment on table score_test_counts is 'The number of a platform''s clips with a place in score_tests; a process that assigns places locks the row.';
grant select, insert, update, delete on score_test_counts to permille_app;

create table score_tests (
  submission_id uuid not null,
  platform text not null,
  place bigint not null,
  level double precision not null,
  begun_at timestamp with time zone not null,
  p double precision,
  found_after bigint,
  constraint score_tests_pkey PRIMARY KEY (submission_id),
  constraint score_tests_place_once UNIQUE (platform, place),
  constraint score_tests_found_later CHECK (found_after >= place),
  constraint score_tests_level_range CHECK (level >= 0::double precision AND level <= 1::double precision),
  constraint score_tests_p_range CHECK (p > 0::double precision AND p <= 1::double precision),
  constraint score_tests_place_positive CHECK (place > 0)
);
comment on table score_tests is 'A platform''s clips in the order of their first verdict that can be compared with honest clips. Each has a level: the share of honest clips that may score as high as a held one. Together the levels keep the share of honest clips among held ones as promised.';
comment on column score_tests.level is 'Fixed when the clip gets its place; 0: its verdict is older than these tests.';
comment on column score_tests.p is 'The smallest p-value of a score for which only its level kept the clip from a hold; null: none.';
comment on column score_tests.found_after is 'The number of the platform''s clips with a place when this one was held, or a person found its views bought; null: neither.';
comment on constraint score_tests_place_once on score_tests is 'No two clips of a platform share a place, so levels do not depend on the judging process.';
CREATE INDEX score_tests_asked ON score_tests USING btree (platform) WHERE ((p IS NOT NULL) AND (found_after IS NULL));
comment on index score_tests_asked is 'Clips that a person reviewed only because of their level: the decision counts as if the clip had been held.';
CREATE INDEX score_tests_found ON score_tests USING btree (platform, found_after) WHERE (found_after IS NOT NULL);
grant select, insert, update, delete on score_tests to permille_app;

create table score_versions (
  version integer not null,
  made_at timestamp with time zone not null,
  made_by uuid,
  note text not null,
  settings jsonb not null,
  constraint score_versions_pkey PRIMARY KEY (version),
  constraint score_versions_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint score_versions_note_length CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint score_versions_version_positive CHECK (version > 0)
);
comment on table score_versions is 'The weights of the score''s signals and its thresholds. Version 0 ships with the product; a verdict names its version. Written once, so that a version that judged clips can always be read.';
comment on column score_versions.version is '0 ships with the product and has no row.';
comment on column score_versions.made_by is 'Null: recomputed from the product''s own approved clips.';
grant select, insert on score_versions to permille_app;

create table second_factors (
  user_id uuid not null,
  secret_sealed text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  tries integer not null default 0,
  locked_until timestamp with time zone,
  backup_codes_sealed text,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table second_factors is 'A code from an authenticator app (RFC 6238), needed after the password or the sign-in with Google. Admins of a live system must have one. Real time, like sessions.';
comment on column second_factors.confirmed_at is 'Null until a first code has shown that the app has the secret.';
comment on column second_factors.last_step is 'The 30-second step of the last accepted code, so that none is accepted twice.';
comment on column second_factors.backup_codes_sealed is 'The unused backup codes, with which a person without the authenticator app signs in. Null: none were made yet.';
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
comment on table sessions is 'Signed-in people and their browsers. Real time.';
comment on column sessions.confirmed_at is 'When the person of this session last proved their identity; acts that move money require it again after a while.';
CREATE INDEX sessions_user_id ON sessions USING btree (user_id);
grant select, insert, update, delete on sessions to permille_app;

create table settlement_failures (
  listing_id uuid not null,
  failed_at timestamp with time zone not null,
  retry_at timestamp with time zone not null,
  constraint settlement_failures_pkey PRIMARY KEY (listing_id)
);
comment on table settlement_failures is 'Listings whose clips could not be settled. The settlement of all others skips them, and they are retried alone.';
comment on column settlement_failures.failed_at is 'When it first failed.';
grant select, insert, update, delete on settlement_failures to permille_app;

create table source_chats (
  media_id uuid not null,
  per_second integer[] not null,
  given_at timestamp with time zone not null,
  constraint source_chats_pkey PRIMARY KEY (media_id),
  constraint source_chats_media FOREIGN KEY (media_id) REFERENCES media_files(id) ON DELETE CASCADE,
  constraint source_chats_within_a_day CHECK (cardinality(per_second) >= 1 AND cardinality(per_second) <= 86400)
);
comment on table source_chats is 'How many chat messages a source video''s host counted in each second of it. Names and texts are never sent or stored.';
grant select, insert, update, delete on source_chats to permille_app;

create table source_transcripts (
  media_id uuid not null,
  cues jsonb not null,
  made_at timestamp with time zone not null,
  constraint source_transcripts_pkey PRIMARY KEY (media_id),
  constraint source_transcripts_media FOREIGN KEY (media_id) REFERENCES media_files(id) ON DELETE CASCADE,
  constraint source_transcripts_cues_are_a_list CHECK (jsonb_typeof(cues) = 'array'::text)
);
comment on table source_transcripts is 'The speech of a source video, in order: [{"start", "end", "text"}], in seconds of the source. media_files.transcript names its author.';
grant select, insert, update, delete on source_transcripts to permille_app;

create table statement_layouts (
  id uuid not null,
  rail text not null,
  bank text not null,
  header_key text not null,
  mapping jsonb not null,
  saved_at timestamp with time zone not null,
  constraint statement_layouts_pkey PRIMARY KEY (id),
  constraint statement_layouts_bank_named CHECK (length(bank) >= 1 AND length(bank) <= 60),
  constraint statement_layouts_rail_known CHECK (rail = ANY (ARRAY['stripe'::text, 'paypal'::text, 'bank'::text]))
);
comment on table statement_layouts is 'How files with these column names are read, as an admin said it in the preview of an import. Several banks can write the same names: then each import asks which bank it is.';
comment on column statement_layouts.header_key is 'SHA-256 of the column names in their order.';
comment on column statement_layouts.mapping is 'statementMapping of contract/external-statements/statement-preview.ts.';
CREATE UNIQUE INDEX statement_layouts_bank ON statement_layouts USING btree (rail, header_key, lower(bank));
grant select, insert, update, delete on statement_layouts to permille_app;

create table statement_months (
  month text not null,
  reached uuid,
  done_at timestamp with time zone,
  constraint statement_months_pkey PRIMARY KEY (month)
);
comment on table statement_months is 'Progress of announcing a month''s statements: people in the order of their ids, each in the transaction that advances it.';
comment on column statement_months.month is 'In UTC, such as 2026-10.';
comment on column statement_months.reached is 'The last person whose statement was made; null before the first and after the last.';
grant select, insert, update, delete on statement_months to permille_app;

create table studio_projects (
  clipper_id uuid not null,
  listing_id uuid not null,
  version integer not null,
  project jsonb not null,
  updated_at timestamp with time zone not null,
  constraint studio_projects_pkey PRIMARY KEY (clipper_id, listing_id),
  constraint studio_projects_clipper FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint studio_projects_listing FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint studio_projects_size CHECK (octet_length(project::text) <= 524288),
  constraint studio_projects_version_positive CHECK (version > 0)
);
comment on table studio_projects is 'A clipper''s edit of a listing''s source: cuts, frame and captions, without any picture (contract/studio.ts).';
comment on column studio_projects.version is 'Incremented by each save, which names the version that it changes: of two tabs the second is refused, and neither overwrites the other.';
CREATE INDEX studio_projects_listing_id ON studio_projects USING btree (listing_id);
grant select, insert, update, delete on studio_projects to permille_app;

create table submission_messages (
  id uuid not null,
  submission_id uuid not null,
  author_id uuid not null,
  body text not null,
  sent_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint submission_messages_pkey PRIMARY KEY (id),
  constraint submission_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id),
  constraint submission_messages_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint submission_messages_body_length CHECK (length(body) >= 1 AND length(body) <= 1000)
);
comment on table submission_messages is 'Messages between a clip''s host and clipper.';
comment on column submission_messages.read_at is 'When the other side opened it.';
CREATE INDEX submission_messages_thread ON submission_messages USING btree (submission_id, sent_at DESC, id DESC);
CREATE INDEX submission_messages_unread ON submission_messages USING btree (submission_id, author_id) WHERE (read_at IS NULL);
CREATE TRIGGER events_insert AFTER INSERT ON submission_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_message_events();
CREATE TRIGGER events_update AFTER UPDATE ON submission_messages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_message_events();
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
  constraint submissions_clipper_id_fkey FOREIGN KEY (clipper_id) REFERENCES accounts(id),
  constraint submissions_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id),
  constraint submissions_decision_by_fkey FOREIGN KEY (decision_by) REFERENCES users(id),
  constraint submissions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint submissions_listing_id_listing_version_fkey FOREIGN KEY (listing_id, listing_version) REFERENCES listing_versions(listing_id, version),
  constraint submissions_approved CHECK ((status = 'approved'::text) = (approved_at IS NOT NULL AND tracking_until IS NOT NULL)),
  constraint submissions_approved_how_known CHECK (approved_how = ANY (ARRAY['host'::text, 'automatically'::text, 'admin'::text, 'appeal'::text])),
  constraint submissions_decision_commits CHECK ((decision IS NULL) = (decision_commits_at IS NULL)),
  constraint submissions_decision_known CHECK (decision = ANY (ARRAY['approve'::text, 'reject'::text])),
  constraint submissions_decision_pending CHECK (decision IS NULL OR status = 'pending'::text),
  constraint submissions_platform_known CHECK (platform = ANY (ARRAY['tiktok'::text, 'youtube'::text, 'instagram'::text])),
  constraint submissions_reject_note_length CHECK (length(reject_note) <= 500),
  constraint submissions_reject_reason_known CHECK (reject_reason = ANY (ARRAY['wrong_content'::text, 'missing_disclosure'::text, 'duplicate'::text, 'outside_window'::text, 'invalid_proof'::text, 'suspected_fake_views'::text, 'other'::text])),
  constraint submissions_reported_views_not_negative CHECK (reported_views >= 0),
  constraint submissions_status_known CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
comment on table submissions is 'A clip that a clipper submitted to a listing.';
comment on column submissions.decision_started_at is 'Null until the first verdict exists (at most 24 h after submission).';
comment on column submissions.decision is 'A decision waits ten seconds, in which the host can undo it.';
comment on constraint submissions_approved on submissions is 'An approved clip has the moment of its approval and the end of its window.';
comment on constraint submissions_decision_commits on submissions is 'A decision has the moment from which it can''t be undone.';
comment on constraint submissions_decision_pending on submissions is 'Only a pending clip has a waiting decision.';
CREATE INDEX submissions_appealable ON submissions USING btree (listing_id, decided_at) WHERE (status = 'rejected'::text);
CREATE INDEX submissions_approved_at ON submissions USING btree (approved_at) WHERE (status = 'approved'::text);
comment on index submissions_approved_at is 'Recently approved clips: settled between sweeps, like counts.';
CREATE INDEX submissions_approved_listing ON submissions USING btree (listing_id, approved_at, id) WHERE (status = 'approved'::text);
CREATE INDEX submissions_clipper ON submissions USING btree (clipper_id, submitted_at DESC, id DESC);
CREATE INDEX submissions_clipper_listing ON submissions USING btree (clipper_id, listing_id);
CREATE INDEX submissions_clock_not_started ON submissions USING btree (submitted_at) WHERE ((status = 'pending'::text) AND (decision_started_at IS NULL));
comment on index submissions_clock_not_started is 'Clips whose decision time has not begun: looked up every few seconds, among all pending clips.';
CREATE INDEX submissions_decide_by ON submissions USING btree (decide_by) WHERE (status = 'pending'::text);
CREATE INDEX submissions_decision ON submissions USING btree (decision_commits_at) WHERE (decision IS NOT NULL);
CREATE INDEX submissions_escalated ON submissions USING btree (decide_by, id) WHERE ((status = 'pending'::text) AND escalated AND (decision IS NULL));
comment on index submissions_escalated is 'Pending clips that wait for an admin.';
CREATE INDEX submissions_id_end ON submissions USING btree ("right"((id)::text, 8));
comment on index submissions_id_end is 'The last eight characters of the id, which pages and logs show.';
CREATE INDEX submissions_listing ON submissions USING btree (listing_id, submitted_at DESC, id DESC);
CREATE UNIQUE INDEX submissions_live_post ON submissions USING btree (platform, post_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]));
comment on index submissions_live_post is 'A post earns in one live submission only; a withdrawn or rejected submission frees it.';
CREATE INDEX submissions_post ON submissions USING btree (platform, post_id);
comment on index submissions_post is 'All counts of a post, whoever submitted it.';
CREATE INDEX submissions_queue ON submissions USING btree (listing_id, decide_by, id) WHERE (status = 'pending'::text);
comment on index submissions_queue is 'The review queue: clips in the order of the host''s deadlines.';
CREATE TRIGGER events_insert AFTER INSERT ON submissions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_submission_events();
CREATE TRIGGER events_update AFTER UPDATE ON submissions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_submission_events();
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
  constraint support_answers_text_not_empty CHECK (text <> ''::text)
);
comment on table support_answers is 'Admins'' answers by mail.';
CREATE INDEX support_answers_message ON support_answers USING btree (message_id, created_at);
CREATE TRIGGER events_insert AFTER INSERT ON support_answers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('support.changed');
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
  constraint support_messages_category_known CHECK (category = ANY (ARRAY['billing'::text, 'account'::text, 'bug'::text, 'feedback'::text])),
  constraint support_messages_email_not_empty CHECK (email <> ''::text),
  constraint support_messages_message_not_empty CHECK (message <> ''::text),
  constraint support_messages_name_not_empty CHECK (name <> ''::text),
  constraint support_messages_state_known CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))
);
comment on table support_messages is 'Messages of people to the support.';
comment on column support_messages.user_id is 'The person who was signed in when writing; the message is kept when the account is deleted.';
CREATE INDEX support_messages_email ON support_messages USING btree (email, created_at DESC);
CREATE INDEX support_messages_state ON support_messages USING btree (state, created_at, id);
comment on index support_messages_state is 'The inbox: open messages are few, whatever the archive holds.';
CREATE TRIGGER events_insert AFTER INSERT ON support_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('support.changed');
CREATE TRIGGER events_update AFTER UPDATE ON support_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('support.changed');
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
  constraint suspense_items_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint suspense_items_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint suspense_items_amount_micros_whole_cents CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  constraint suspense_items_cause_known CHECK (cause = ANY (ARRAY['refund_failed'::text, 'payout_failed'::text, 'payout_returned'::text, 'dispute_won'::text, 'budget_freed'::text, 'late_deposit'::text, 'closed_account'::text, 'bank_transfer'::text, 'card_payment'::text, 'unmatched'::text])),
  constraint suspense_items_owner CHECK ((owner_kind IS NULL) = (owner_id IS NULL)),
  constraint suspense_items_owner_kind_known CHECK (owner_kind = ANY (ARRAY['host'::ledger_account_kind, 'clipper_available'::ledger_account_kind])),
  constraint suspense_items_owner_or_rail CHECK (owner_id IS NOT NULL OR rail IS NOT NULL),
  constraint suspense_items_rail_known CHECK (rail = ANY (ARRAY['test'::text, 'bank'::text, 'stripe'::text, 'paypal'::text, 'manual'::text])),
  constraint suspense_items_resolved CHECK ((state = 'open'::text) = (resolved_at IS NULL)),
  constraint suspense_items_resolved_by CHECK ((state = ANY (ARRAY['open'::text, 'reclaimed'::text])) OR resolved_by IS NOT NULL AND reason IS NOT NULL),
  constraint suspense_items_sent_back CHECK ((state = 'sent_back'::text) = (sent_rail IS NOT NULL AND sent_reference IS NOT NULL)),
  constraint suspense_items_sent_rail_known CHECK (sent_rail = ANY (ARRAY['test'::text, 'bank'::text, 'stripe'::text, 'paypal'::text, 'manual'::text])),
  constraint suspense_items_state_known CHECK (state = ANY (ARRAY['open'::text, 'sent_back'::text, 'credited'::text, 'written_off'::text, 'reclaimed'::text]))
);
comment on table suspense_items is 'Each amount on the suspense account: its source, its time, and its end. The open ones add up to the account''s balance (npm run reconcile checks it).';
comment on column suspense_items.owner_kind is 'The account that it was taken from, which would own it if it were open. Null: it belongs to nobody we know.';
comment on column suspense_items.rail is 'The rail on which it is held outside; null when unknown, because it was on a balance before.';
comment on column suspense_items.amount_micros is 'Only whole cents can be sent.';
comment on column suspense_items.reference is 'Its outside reference: a bank''s reference, a processor''s id, the title of a listing.';
comment on column suspense_items.subject_id is 'The deposit, refund, listing or payout that it is from; its own id when there is none.';
comment on column suspense_items.sent_rail is 'Sent back: the rail and the reference.';
comment on column suspense_items.deposit_id is 'Credited: the host''s deposit that it became.';
comment on constraint suspense_items_owner on suspense_items is 'An owner is an account: its kind and its person.';
comment on constraint suspense_items_owner_or_rail on suspense_items is 'Money without an owner is from outside.';
comment on constraint suspense_items_resolved on suspense_items is 'A resolved item has the moment of its resolution.';
comment on constraint suspense_items_resolved_by on suspense_items is 'A person''s resolution has the person and the reason; only money that its rightful account took back has no person.';
comment on constraint suspense_items_sent_back on suspense_items is 'An item that was sent back has its rail and reference.';
CREATE INDEX suspense_items_newest ON suspense_items USING btree (arrived_at DESC, id DESC);
CREATE INDEX suspense_items_open ON suspense_items USING btree (arrived_at, id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX suspense_items_outside ON suspense_items USING btree (rail, reference) WHERE (owner_id IS NULL);
comment on index suspense_items_outside is 'Money from outside is recorded once, however often it is reported.';
CREATE INDEX suspense_items_owner ON suspense_items USING btree (owner_id) WHERE (state = 'open'::text);
CREATE TRIGGER events_insert AFTER INSERT ON suspense_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('suspense.changed');
CREATE TRIGGER events_update AFTER UPDATE ON suspense_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('suspense.changed');
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
  constraint takedown_requests_email_not_empty CHECK (email <> ''::text),
  constraint takedown_requests_handled CHECK ((handled_at IS NULL) = (handled_by IS NULL) AND (handled_at IS NULL) = (handled_note IS NULL)),
  constraint takedown_requests_name_not_empty CHECK (name <> ''::text),
  constraint takedown_requests_on_behalf_of_not_empty CHECK (on_behalf_of <> ''::text),
  constraint takedown_requests_signature_not_empty CHECK (signature <> ''::text),
  constraint takedown_requests_url_format CHECK (url ~ '^https?://'::text),
  constraint takedown_requests_work_not_empty CHECK (work <> ''::text)
);
comment on table takedown_requests is 'Requests to take a clip or a source down.';
comment on column takedown_requests.user_id is 'The person who was signed in when writing; the request is kept when the account is deleted.';
comment on column takedown_requests.signature is 'The signature under both statements, without which it is not accepted.';
comment on constraint takedown_requests_handled on takedown_requests is 'Person, time and result of the handling are set together.';
CREATE INDEX takedown_requests_email ON takedown_requests USING btree (email, created_at DESC);
CREATE INDEX takedown_requests_handled ON takedown_requests USING btree (created_at DESC, id DESC) WHERE (handled_at IS NOT NULL);
CREATE INDEX takedown_requests_open ON takedown_requests USING btree (created_at, id) WHERE (handled_at IS NULL);
CREATE TRIGGER events_insert AFTER INSERT ON takedown_requests REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('takedown.changed');
CREATE TRIGGER events_update AFTER UPDATE ON takedown_requests REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_admin_events('takedown.changed');
grant select, insert, update, delete on takedown_requests to permille_app;

create table upload_senders (
  media_id uuid not null,
  owner_id uuid not null,
  sender uuid not null,
  is_wanted boolean not null default true,
  expires_at timestamp with time zone not null,
  constraint upload_senders_pkey PRIMARY KEY (media_id),
  constraint upload_senders_media FOREIGN KEY (media_id) REFERENCES media_files(id) ON DELETE CASCADE,
  constraint upload_senders_owner FOREIGN KEY (owner_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table upload_senders is 'The request that currently sends an upload, in any process: one per upload, a few per person.';
comment on column upload_senders.sender is 'The id of the request, which ends when the row names another one.';
comment on column upload_senders.is_wanted is 'False once a newer request waits to continue the upload.';
comment on column upload_senders.expires_at is 'On the database''s clock: the receiving process extends it; a killed one does not.';
CREATE INDEX upload_senders_owner ON upload_senders USING btree (owner_id);
grant select, insert, update, delete on upload_senders to permille_app;

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
  demo_changed_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_lower_case CHECK (email = lower(email)),
  constraint users_email_verified CHECK (email_verified),
  constraint users_payouts_allowed_when_banned CHECK (payouts_allowed_at IS NULL OR banned_at IS NOT NULL),
  constraint users_role_known CHECK (role = ANY (ARRAY['host'::text, 'clipper'::text, 'admin'::text]))
);
comment on table users is 'People and their accounts. A table of better-auth under our name (mapped in server/modules/accounts/auth.ts), like sessions, credentials and verifications.';
comment on column users.role is 'Null until the person has chosen (a sign-in with Google has no role).';
comment on column users.admin_username is 'An admin signs in by user name at /admin.';
comment on column users.payouts_allowed_at is 'A banned clipper''s money is kept until the ban is lifted, or until an admin has reviewed it and allows its payout.';
comment on column users.age_confirmed_at is 'When the person confirmed at sign-up that they are of age.';
comment on column users.terms_version is 'The version of the terms that was accepted at sign-up.';
comment on column users.closed_at is 'When the person closed the account.';
comment on column users.demo_changed_at is 'When a visitor last changed something with this demo account; null: not since it was seeded.';
comment on constraint users_email_verified on users is 'An account exists once its address is verified.';
comment on constraint users_payouts_allowed_when_banned on users is 'Only a banned person''s money needs permission to be paid.';
CREATE UNIQUE INDEX users_admin_username ON users USING btree (lower(admin_username)) WHERE (admin_username IS NOT NULL);
comment on index users_admin_username is 'One admin per name.';
CREATE INDEX users_by_name ON users USING btree ("left"(lower(name), 30), id);
comment on index users_by_name is 'Admins'' list of people by name: people without a profile.';
CREATE INDEX users_closed ON users USING btree (id) WHERE (closed_at IS NOT NULL);
comment on index users_closed is 'Closed accounts are checked for remaining money.';
CREATE UNIQUE INDEX users_email ON users USING btree (email);
comment on index users_email is 'One account per address.';
CREATE INDEX users_email_start ON users USING btree (email text_pattern_ops);
comment on index users_email_start is 'Finds a person by the beginning of the address.';
CREATE INDEX users_few ON users USING btree (id) WHERE ((banned_at IS NOT NULL) OR (role = 'admin'::text));
comment on index users_few is 'Admins'' list of people filtered to banned people or admins, who are few.';
CREATE INDEX users_id_end ON users USING btree ("right"((id)::text, 8));
comment on index users_id_end is 'The last eight characters of the id, which pages and logs show.';
CREATE INDEX users_name_start ON users USING btree (lower(name) text_pattern_ops);
comment on index users_name_start is 'Finds a person without a username by the beginning of the name.';
CREATE INDEX users_parts_of_email ON users USING gin (email gin_trgm_ops);
comment on index users_parts_of_email is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE INDEX users_parts_of_name ON users USING gin (name gin_trgm_ops);
comment on index users_parts_of_name is 'Admins search by part of a word. Absent without pg_trgm.';
CREATE TRIGGER copy_to_account AFTER UPDATE OF name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at ON users FOR EACH ROW EXECUTE FUNCTION copy_to_account();
CREATE TRIGGER make_personal_account AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION make_personal_account();
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
comment on table verifications is 'Mailed links, and questions that a passkey answers. Each works once.';
CREATE INDEX verifications_identifier ON verifications USING btree (identifier);
grant select, insert, update, delete on verifications to permille_app;

create table verified_records (
  id uuid not null,
  clipper_id uuid not null,
  shares_earnings boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint verified_records_pkey PRIMARY KEY (id),
  constraint verified_records_clipper FOREIGN KEY (clipper_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint verified_records_expires_later CHECK (expires_at > created_at)
);
comment on table verified_records is 'Records that clippers share at present. A signed record without a row is revoked, so none is kept after its end.';
CREATE INDEX verified_records_clipper ON verified_records USING btree (clipper_id, created_at DESC);
comment on index verified_records_clipper is 'A clipper''s own records, newest first.';
CREATE INDEX verified_records_expires ON verified_records USING btree (expires_at);
comment on index verified_records_expires is 'Records that are to be deleted.';
grant select, insert, update, delete on verified_records to permille_app;

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
  constraint view_attestations_counted_views_not_negative CHECK (counted_views >= 0),
  constraint view_attestations_decided CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint view_attestations_decision_known CHECK (decision = ANY (ARRAY['confirmed'::text, 'refused'::text])),
  constraint view_attestations_read_text_length CHECK (length(read_text) <= 4000),
  constraint view_attestations_read_views_not_negative CHECK (read_views >= 0),
  constraint view_attestations_refusal_note_length CHECK (length(refusal_note) <= 500),
  constraint view_attestations_reported_views_not_negative CHECK (reported_views >= 0),
  constraint view_attestations_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'match'::text, 'mismatch'::text, 'unreadable'::text]))
);
comment on table view_attestations is 'Screenshots that clippers send with their clips, with the recognized text and two people''s decisions.';
comment on column view_attestations.reported_views is 'The views that the screenshot shows, according to the clipper.';
comment on column view_attestations.replaced_at is 'When a newer one replaced it.';
comment on column view_attestations.sha256 is 'Hash of the picture''s bytes, to recognize the same picture.';
comment on column view_attestations.counted_views is 'The views that it counted for: the lowest figure of the screenshot, its clipper and the two people.';
comment on column view_attestations.waiting_since is 'Since when the clip''s screenshots wait for people: a screenshot that replaces an undecided one keeps its place in line.';
comment on constraint view_attestations_counted on view_attestations is 'A confirmed screenshot counted for a number of views, and no other one did.';
comment on constraint view_attestations_decided on view_attestations is 'A decision has its moment.';
CREATE UNIQUE INDEX view_attestations_current ON view_attestations USING btree (submission_id) WHERE (replaced_at IS NULL);
comment on index view_attestations_current is 'A clip has at most one screenshot that no newer one replaced.';
CREATE INDEX view_attestations_media ON view_attestations USING btree (media_id);
CREATE INDEX view_attestations_read ON view_attestations USING btree (read_at) WHERE (read_at IS NOT NULL);
comment on index view_attestations_read is 'Clips whose screenshots were read recently.';
CREATE INDEX view_attestations_sent ON view_attestations USING btree (submission_id, sent_at);
CREATE INDEX view_attestations_sha256 ON view_attestations USING btree (sha256);
CREATE INDEX view_attestations_undecided ON view_attestations USING btree (waiting_since, id) WHERE ((decision IS NULL) AND (replaced_at IS NULL));
CREATE INDEX view_attestations_waiting ON view_attestations USING btree (sent_at) WHERE ((state = 'waiting'::text) AND (replaced_at IS NULL));
CREATE TRIGGER events_insert AFTER INSERT ON view_attestations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_attestation_events();
CREATE TRIGGER events_update AFTER UPDATE ON view_attestations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_attestation_events();
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
  constraint view_snapshots_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id),
  constraint view_snapshots_views_not_negative CHECK (views >= 0)
) partition by RANGE (fetched_at);
comment on table view_snapshots is 'The platforms'' counts over time. Append-only. Partitioned by day (UTC): old days are dropped as partitions, not deleted as rows. The job verification.snapshot-days makes partitions in advance.';
grant select, insert on view_snapshots to permille_app;

create table view_snapshots_default partition of view_snapshots DEFAULT;
comment on table view_snapshots_default is 'Snapshots without a partition of their day, and the retained ones of dropped days.';
-- permille_app: no rights on view_snapshots_default

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  endpoint_id uuid not null,
  event_id uuid not null,
  kind text not null,
  occurred_at timestamp with time zone not null,
  subject_id uuid,
  submission_id uuid,
  listing_id uuid,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  lease_id uuid,
  leased_until timestamp with time zone,
  last_attempt_at timestamp with time zone,
  last_status integer,
  last_ms integer,
  last_error text,
  last_response text,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_once UNIQUE (endpoint_id, event_id),
  constraint webhook_deliveries_endpoint FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_lease_ends CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
  constraint webhook_deliveries_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_deliveries_waiting_is_due CHECK ((state = 'waiting'::text) = (next_attempt_at IS NOT NULL))
);
comment on table webhook_deliveries is 'Messages to an endpoint, sent or waiting, with the last attempt. Kept for 30 days. Payloads are made from these ids when they are sent.';
comment on column webhook_deliveries.occurred_at is 'Real time, like events.';
comment on column webhook_deliveries.attempts is 'Since it was written or resent by its owner.';
comment on column webhook_deliveries.lease_id is 'The lease of the running attempt; only its holder records the result. When a process dies, others take the row after the lease.';
comment on constraint webhook_deliveries_once on webhook_deliveries is 'An event is delivered to an endpoint once, however often it is read.';
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries USING btree (created_at);
comment on index webhook_deliveries_created_at is 'Deliveries old enough to be deleted.';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, next_attempt_at, id) WHERE (state = 'waiting'::text);
comment on index webhook_deliveries_due is 'Waiting deliveries of each endpoint.';
CREATE INDEX webhook_deliveries_leased ON webhook_deliveries USING btree (endpoint_id) WHERE (lease_id IS NOT NULL);
comment on index webhook_deliveries_leased is 'The number of running attempts of each endpoint.';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries USING btree (endpoint_id, created_at DESC, id DESC);
comment on index webhook_deliveries_log is 'The log of an endpoint, newest first.';
grant select, insert, update, delete on webhook_deliveries to permille_app;

create table webhook_endpoints (
  id uuid not null,
  owner_id uuid not null,
  url text not null,
  kinds text[] not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamp with time zone,
  state text not null default 'enabled'::text,
  disabled_reason text,
  consecutive_failures integer not null default 0,
  paused_until timestamp with time zone,
  listens_from pg_snapshot not null default pg_current_snapshot(),
  created_at timestamp with time zone not null,
  format text not null default 'standard'::text,
  name text,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_one_per_url UNIQUE (owner_id, url),
  constraint webhook_endpoints_owner FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint webhook_endpoints_disabled_has_reason CHECK ((state = 'disabled'::text) = (disabled_reason IS NOT NULL)),
  constraint webhook_endpoints_disabled_reason_known CHECK (disabled_reason = ANY (ARRAY['owner'::text, 'gone'::text, 'failing'::text])),
  constraint webhook_endpoints_discord_named CHECK ((format = 'discord'::text) = (name IS NOT NULL)),
  constraint webhook_endpoints_failures_count CHECK (consecutive_failures >= 0),
  constraint webhook_endpoints_format_known CHECK (format = ANY (ARRAY['standard'::text, 'discord'::text])),
  constraint webhook_endpoints_kinds_chosen CHECK (cardinality(kinds) > 0),
  constraint webhook_endpoints_previous_secret_ends CHECK ((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)),
  constraint webhook_endpoints_state_known CHECK (state = ANY (ARRAY['enabled'::text, 'disabled'::text]))
);
comment on table webhook_endpoints is 'Receivers of the events that a person may know, by Standard Webhooks (docs/webhooks.md).';
comment on column webhook_endpoints.secret_sealed is 'Signs the messages, and is shown once, when it is made. For Discord it is the token at the end of the URL, which is stored nowhere else.';
comment on column webhook_endpoints.previous_secret_sealed is 'Also signs until its end, so that a receiver has time to change the secret.';
comment on column webhook_endpoints.disabled_reason is 'owner: turned off by its owner. gone: the receiver answered 410, or Discord that there is no such webhook. failing: twenty attempts in a row failed.';
comment on column webhook_endpoints.consecutive_failures is 'Failed attempts since the last success. Simultaneous attempts count as one.';
comment on column webhook_endpoints.paused_until is 'A failing receiver gets no messages until then.';
comment on column webhook_endpoints.listens_from is 'A snapshot: the endpoint gets the events of all transactions that were not committed then, however early they began.';
comment on column webhook_endpoints.format is 'standard: events by Standard Webhooks. discord: messages for people, posted in a channel by a Discord webhook.';
comment on column webhook_endpoints.name is 'The host''s name for a Discord channel.';
comment on constraint webhook_endpoints_one_per_url on webhook_endpoints is 'A person has one endpoint per URL, so a repeated request creates no second one.';
grant select, insert, update, delete on webhook_endpoints to permille_app;

create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamp with time zone not null,
  payload_hash bytea not null,
  constraint webhook_events_pkey PRIMARY KEY (provider, event_id),
  constraint webhook_events_provider_known CHECK (provider = ANY (ARRAY['stripe'::text, 'paypal'::text, 'tiktok'::text, 'instagram'::text]))
);
comment on table webhook_events is 'Messages of payment providers, by the provider''s own id: a repeated message has its effect once.';
comment on column webhook_events.provider is 'tiktok and instagram report when a person withdraws the consent.';
comment on column webhook_events.payload_hash is 'Hash of the message, to compare a provider''s log with ours; never the message itself, which names people.';
CREATE INDEX webhook_events_received ON webhook_events USING btree (received_at);
grant select, insert, update, delete on webhook_events to permille_app;

create table webhook_positions (
  only_one boolean not null default true,
  snapshot pg_snapshot not null,
  constraint webhook_positions_pkey PRIMARY KEY (only_one),
  constraint webhook_positions_only_one CHECK (only_one)
);
comment on table webhook_positions is 'One row: the position up to which events were turned into deliveries, updated in the transaction that writes them.';
grant select, insert, update, delete on webhook_positions to permille_app;

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
comment on function contested_clips() is 'Clips with something undecided, or decided in the last fourteen days: seven for an appeal, and seven more to announce and answer it. Their counts are kept, so that people can review them as they were counted.';
-- permille_app may not call contested_clips()

CREATE OR REPLACE FUNCTION public.copy_saved_search_filters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  from_columns jsonb := jsonb_strip_nulls(jsonb_build_object('search', new.search, 'platform', new.platform,
    'minRateCents', new.min_rate_cents, 'minFreeDollars', new.min_free_dollars, 'language', new.language));
begin
  if tg_op = 'INSERT' and new.filters = '{}' then
    new.filters := from_columns;
  elsif tg_op = 'UPDATE' and new.filters = old.filters and
    (new.search, new.platform, new.min_rate_cents, new.min_free_dollars, new.language) is distinct from
    (old.search, old.platform, old.min_rate_cents, old.min_free_dollars, old.language) then
    new.filters := from_columns;
  else
    new.search := new.filters ->> 'search';
    new.platform := new.filters ->> 'platform';
    new.min_rate_cents := (new.filters ->> 'minRateCents')::int;
    new.min_free_dollars := (new.filters ->> 'minFreeDollars')::int;
    new.language := new.filters ->> 'language';
  end if;
  return new;
end $function$;
comment on function copy_saved_search_filters() is 'Release 0.3.0 reads and writes a column per filter: both forms of a search say the same while its processes run.';
-- permille_app may call copy_saved_search_filters()

CREATE OR REPLACE FUNCTION public.copy_to_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update accounts set name = new.name, role = new.role, is_demo = new.is_demo, banned_at = new.banned_at,
      ban_reason = new.ban_reason, payouts_allowed_at = new.payouts_allowed_at, closed_at = new.closed_at,
      demo_changed_at = new.demo_changed_at
    where id = new.id and kind = 'personal'
      and (name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at)
        is distinct from (new.name, new.role, new.is_demo, new.banned_at, new.ban_reason, new.payouts_allowed_at,
          new.closed_at, new.demo_changed_at);
  return null;
end
$function$;
comment on function copy_to_account() is 'Copies what release 0.3.0 writes about a person to the personal account.';
-- permille_app may call copy_to_account()

CREATE OR REPLACE FUNCTION public.copy_to_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update users set name = new.name, role = new.role, is_demo = new.is_demo, banned_at = new.banned_at,
      ban_reason = new.ban_reason, payouts_allowed_at = new.payouts_allowed_at, closed_at = new.closed_at,
      demo_changed_at = new.demo_changed_at
    where id = new.id and new.kind = 'personal'
      and (name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at)
        is distinct from (new.name, new.role, new.is_demo, new.banned_at, new.ban_reason, new.payouts_allowed_at,
          new.closed_at, new.demo_changed_at);
  return null;
end
$function$;
comment on function copy_to_person() is 'Copies what is written about a personal account to its person, where release 0.3.0 reads it.';
-- permille_app may call copy_to_person()

CREATE OR REPLACE FUNCTION public.counted_place(clip uuid, place bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce((
    select s.from_counted + div((least(place, s.to_views) - s.from_views)::numeric * (s.to_counted - s.from_counted),
      s.to_views - s.from_views)::bigint
    from clip_counted_stretches s where s.submission_id = clip and s.from_views < place
    order by s.from_views desc limit 1), 0)
$function$;
comment on function counted_place(uuid,bigint) is 'The number of views that count before a position on a clip''s counter. Rises by 0 or 1 with each view, and not at all where figures are missing.';
-- permille_app may call counted_place(uuid,bigint)

CREATE OR REPLACE FUNCTION public.counted_verified(clip uuid, most bigint, views bigint, held int8range)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return counted_views(clip, most, int8multirange(int8range(0, views)) - coalesce((
    select range_agg(int8range(u.from_views, greatest(u.from_views, u.to_views)))
    from fraud_holds u where u.submission_id = clip and u.state = 'upheld'), '{}') - int8multirange(held));
end $function$;
comment on function counted_verified(uuid,bigint,bigint,int8range) is 'The number of views that count among a clip''s first `most` views outside exclusions and a hold''s range. In plpgsql, so that the plan of a settlement calls it and does not inline it.';
-- permille_app may call counted_verified(uuid,bigint,bigint,int8range)

CREATE OR REPLACE FUNCTION public.counted_views(clip uuid, most bigint, places int8multirange)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(sum(counted_place(clip, least(r.upto, r.since + most - r.before)) - counted_place(clip, r.since)), 0)::bigint
  from (
    select lower(p) as since, upper(p) as upto,
      (sum(upper(p) - lower(p)) over (order by lower(p)))::bigint - (upper(p) - lower(p)) as before
    from unnest(places) p
  ) r where r.before < most
$function$;
comment on function counted_views(uuid,bigint,int8multirange) is 'The number of the first `most` views at these positions of a clip''s counter that count.';
-- permille_app may call counted_views(uuid,bigint,int8multirange)

CREATE OR REPLACE FUNCTION public.delete_analytics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from clip_analytics where connection_id = new.id;
  delete from analytics_consents where connection_id = new.id;
  return null;
end $function$;
comment on function delete_analytics() is 'The end of sharing deletes its data and its consent in the same transaction.';
-- permille_app may call delete_analytics()

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
comment on function email_mark(text) is 'Identifies a mailbox whatever its spelling: ignores letter case, the part after a plus sign, and Gmail''s dots.';
-- permille_app may call email_mark(text)

CREATE OR REPLACE FUNCTION public.end_analytics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.analytics_released_at := null;
  return new;
end $function$;
comment on function end_analytics() is 'An inactive connection shares no analytics, however it ended.';
-- permille_app may call end_analytics()

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
comment on function end_snapshot_days(date) is 'Drops the partitions of days before this one and returns their number. It keeps the snapshots that money was computed from, because receipts name them; all snapshots of contested clips; and the last one per day of clips that are still counted, because their score needs it.';
-- permille_app may not call end_snapshot_days(date)

CREATE OR REPLACE FUNCTION public.expire_audit_rows(moment timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS TABLE(last_at text, last_id uuid, expired bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  -- A demo's clock runs ahead of the database's; elsewhere nobody may name a later moment.
  latest timestamptz := case when exists (select from public.installation where mode = 'demo') then moment
    else least(moment, now()) end;
begin
  if most > 10000 then raise exception 'at most 10000 rows at once'; end if;
  return query
  with seen as materialized (
    select a.id, a.occurred_at,
      a.subject_type in ('connection', 'score', 'support_message', 'takedown_request')
        or (a.subject_type = 'user' and a.action ~ '^(account|profile)\.' and a.action <> 'account.payouts_allowed')
        as ordinary
    from public.audit_log a
    where (a.occurred_at, a.id) > (after_at, after_id) and a.occurred_at < latest - interval '2 years'
    order by a.occurred_at, a.id limit most
  ), gone as (
    delete from public.audit_log a using seen s
    where a.id = s.id and (s.ordinary or s.occurred_at < latest - interval '10 years')
    returning a.id
  )
  select s.occurred_at::text, s.id, (select count(*) from gone) from seen s order by s.occurred_at desc, s.id desc limit 1;
end $function$;
comment on function expire_audit_rows(timestamp with time zone,timestamp with time zone,uuid,integer) is 'Reads this many audit rows after the given one, in order of time, and deletes expired ones: after ten years, or after two if the row concerns no money. Returns the last row that it read, with its time to the microsecond; no row at the end. Runs as the owner, because the app''s role may not delete audit rows and this function deletes only expired ones.';
-- permille_app may call expire_audit_rows(timestamp with time zone,timestamp with time zone,uuid,integer)

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
comment on function expire_snapshot_days(date) is 'end_snapshot_days for the app''s role, which may drop days of snapshots but never the last thirty, whatever its argument.';
-- permille_app may call expire_snapshot_days(date)

CREATE OR REPLACE FUNCTION public.forget_snapshots(p_connection uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  forgotten int;
begin
  if not exists (select from public.connections where id = p_connection and state = 'removed' and external_id like 'ended:%') then
    raise exception 'the counts of a connection that was not forgotten stay: %', p_connection;
  end if;
  delete from public.view_snapshots v
  using public.clip_tracking t
  where t.connection_id = p_connection and v.submission_id = t.submission_id and t.state <> 'polling'
    and not exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
    and v.submission_id not in (select public.contested_clips());
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;
comment on function forget_snapshots(uuid) is 'Deletes the counts of clips of a connection whose consent ended and was deleted, and returns their number. For the app''s role, which may delete no counts itself. It keeps the snapshots that money was computed from, because receipts name them, and those of contested clips and of clips that are still counted.';
-- permille_app may call forget_snapshots(uuid)

CREATE OR REPLACE FUNCTION public.forget_stretches(before timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with forgotten as (
    delete from clip_counted_stretches k
    using clip_tracking t join submissions s on s.id = t.submission_id left join clip_earnings e on e.submission_id = s.id
    where t.submission_id = k.submission_id and t.state <> 'polling'
      and case when s.status = 'approved' then e.state in ('finished', 'stopped') else e.state is distinct from 'appealed' end
      and not exists (select from accruals a where a.submission_id = k.submission_id)
      and not exists (select from contested_clips() c where c = k.submission_id)
      and (k.read_at < before or not exists (
        select from connections own join connections live
          on live.user_id = own.user_id and live.platform = own.platform and live.external_id = own.external_id
        where own.id = t.connection_id and live.state = 'active' and live.analytics_released_at is not null))
    returning 1
  )
  select count(*)::int from forgotten
$function$;
comment on function forget_stretches(timestamp with time zone) is 'Deletes the counted stretches of clips that earned nothing by them and never will, once their owners share nothing any more or the stretch was read before this time. Returns the number of rows. For the app''s role, which can only add rows.';
-- permille_app may call forget_stretches(timestamp with time zone)

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
comment on function last_snapshot_days_end() is 'Only partitions of days before this one may be dropped. It is computed from the database''s clock on a live system, and from the newest count elsewhere, because a demo''s clock runs ahead.';
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
comment on function ledger_lock(ledger_account_kind[],uuid[]) is 'Locks accounts until the end of the transaction, always in the same order. A caller that computes amounts from balances must lock in an earlier statement: one statement that locks and computes still sees the balances from before its wait.';
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
comment on function ledger_open(ledger_account_kind,uuid,bigint) is 'Opens an account with its first amount; false for a debit of an account that may not be negative.';
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
comment on function ledger_post(uuid,text,bytea,text,timestamp with time zone,ledger_account_kind[],uuid[],ledger_account_kind[],uuid[],bigint[],uuid[]) is 'With ledger_transfer the only writer of the ledger. Returns ''posted'', ''replayed'' (the same key with the same request: nothing moved again), ''key_reused'' (the same key with another request) or ''insufficient'' (an account would go below zero: nothing moved). Accounts are locked in one order, in a separate statement, before anything is computed: two posts can neither deadlock nor overspend. No exception block: a subtransaction per post costs more than reading the balances. The planner is forced to find accounts by key in memory: reading all of them for fifty lines took twice as long.';
-- permille_app may call ledger_post(uuid,text,bytea,text,timestamp with time zone,ledger_account_kind[],uuid[],ledger_account_kind[],uuid[],bigint[],uuid[])

CREATE OR REPLACE FUNCTION public.ledger_seen(p_key text, p_request_hash bytea)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when request_hash = p_request_hash then 'replayed' else 'key_reused' end
  from ledger_entries where key = p_key
$function$;
comment on function ledger_seen(text,bytea) is 'The meaning of a used key: ''replayed'' for the same request, ''key_reused'' for another one.';
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
comment on function ledger_transfer(uuid,text,bytea,text,timestamp with time zone,ledger_account_kind,uuid,ledger_account_kind,uuid,bigint,uuid) is 'ledger_post for a single transfer, which most entries are: two guarded updates in the order of the locks, no sets (a fifth of its cost). Returns the same as ledger_post.';
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
comment on function listing_card(uuid,text,text[],text,integer,bigint,bigint,bigint,integer,timestamp with time zone,text,bigint) is 'The JSON of a listing in the feed, from columns that change only with the listing: computed when the listing is written, because a page of twenty is read ten thousand times as often. Immutable: it depends only on its arguments, with moments in UTC.';
-- permille_app may call listing_card(uuid,text,text[],text,integer,bigint,bigint,bigint,integer,timestamp with time zone,text,bigint)

CREATE OR REPLACE FUNCTION public.lowered(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(lower(word)), '{}') from unnest(words) word
$function$;
comment on function lowered(text[]) is 'Words in lower case, for comparisons.';
-- permille_app may call lowered(text[])

CREATE OR REPLACE FUNCTION public.make_personal_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into accounts (id, kind, name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at,
      demo_changed_at, created_at)
    values (new.id, 'personal', new.name, new.role, new.is_demo, new.banned_at, new.ban_reason,
      new.payouts_allowed_at, new.closed_at, new.demo_changed_at, new.created_at);
  insert into members (account_id, user_id, role, created_at) values (new.id, new.id, 'owner', new.created_at);
  return null;
end
$function$;
comment on function make_personal_account() is 'A person has an account from the first moment.';
-- permille_app may call make_personal_account()

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
comment on function make_snapshot_days(date,integer) is 'Creates the partitions of this many days from the first one on, and returns the number that was missing. Runs as the owner, because the app''s role may not create tables. Fails instead of blocking readers and writers.';
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
comment on function uuid_v7() is 'Ids made inside set-based statements are time-ordered like those the server makes (RFC 9562, version 7).';
-- permille_app may call uuid_v7()

CREATE OR REPLACE FUNCTION public.views_that_count(by_figures boolean, clip uuid, eligible bigint, views bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when by_figures then counted_verified(clip, eligible, views, 'empty') else eligible end
$function$;
comment on function views_that_count(boolean,uuid,bigint,bigint) is 'The eligible views of a row of clip_tracking; for a clip that earns by shared analytics, only those that the analytics cover and count.';
-- permille_app may call views_that_count(boolean,uuid,bigint,bigint)

CREATE OR REPLACE FUNCTION public.write_admin_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (kind, readers, for_admins)
    select tg_argv[0], '{}', true where exists (select from new_rows);
  return null;
end $function$;
comment on function write_admin_events() is 'Events that only admins see: one per statement, however many rows it writes.';
-- permille_app may call write_admin_events()

CREATE OR REPLACE FUNCTION public.write_attestation_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, submission_id)
      select 'attestation.sent', array[s.clipper_id], true, n.id, s.id
      from new_rows n join submissions s on s.id = n.submission_id;
  else
    insert into events (kind, readers, for_admins, subject_id, submission_id)
      select 'attestation.' || coalesce(n.decision, 'read'), array[s.clipper_id], true, n.id, s.id
      from new_rows n join old_rows o on o.id = n.id join submissions s on s.id = n.submission_id
      where (n.state, n.decision) is distinct from (o.state, o.decision);
  end if;
  return null;
end $function$;
comment on function write_attestation_events() is 'Readers of a screenshot''s events: its clipper and the admins.';
-- permille_app may call write_attestation_events()

CREATE OR REPLACE FUNCTION public.write_clip_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
      select tg_argv[0] || '.' || n.state, array[s.clipper_id, l.host_id], true, n.id, s.id, s.listing_id
      from new_rows n join submissions s on s.id = n.submission_id join listings l on l.id = s.listing_id;
  else
    execute $sql$
      insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
        select $1 || '.' || n.state, array[s.clipper_id, l.host_id], true, n.id, s.id, s.listing_id
        from new_rows n join old_rows o on o.id = n.id
        join submissions s on s.id = n.submission_id join listings l on l.id = s.listing_id
        where n.state <> o.state
    $sql$ using tg_argv[0];
  end if;
  return null;
end $function$;
comment on function write_clip_events() is 'Readers of the events of fraud holds and appeals: the clip''s clipper, its host and the admins.';
-- permille_app may call write_clip_events()

CREATE OR REPLACE FUNCTION public.write_deposit_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id)
      select 'deposit.' || n.state, array[n.host_id], true, n.id from new_rows n;
  else
    insert into events (kind, readers, for_admins, subject_id)
      select 'deposit.' || case when n.state = o.state then 'changed' else n.state end, array[n.host_id], true, n.id
      from new_rows n join old_rows o on o.id = n.id
      where (n.state, n.failure, n.pending_since, n.frozen_at)
        is distinct from (o.state, o.failure, o.pending_since, o.frozen_at);
  end if;
  return null;
end $function$;
comment on function write_deposit_events() is 'Readers of a deposit''s events: its host and the admins.';
-- permille_app may call write_deposit_events()

CREATE OR REPLACE FUNCTION public.write_listing_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, listing_id)
      select 'listing.posted', array[n.host_id], true, n.id, n.id from new_rows n;
  else
    insert into events (kind, readers, for_admins, subject_id, listing_id)
      select 'listing.' || case when n.state = o.state then 'changed' when n.state = 'active' then 'resumed' else n.state end,
        array[n.host_id], true, n.id, n.id
      from new_rows n join old_rows o on o.id = n.id
      where (n.state, n.pause_reason, n.current_version, n.funded_micros, n.ends_at)
        is distinct from (o.state, o.pause_reason, o.current_version, o.funded_micros, o.ends_at);
    insert into events (kind, readers, subject_id, listing_id)
      select 'listing.topped_up', array[n.host_id], n.id, n.id
      from new_rows n join old_rows o on o.id = n.id where n.funded_micros > o.funded_micros;
  end if;
  return null;
end $function$;
comment on function write_listing_events() is 'A listing''s state, terms and funds, for its host and the admins. Added budget is a separate event for its host.';
-- permille_app may call write_listing_events()

CREATE OR REPLACE FUNCTION public.write_mail_preference()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notification_channel_preferences (user_id, topic, channel, timing)
    values (new.user_id, new.topic, 'mail', case when new.by_mail then 'now' else 'off' end)
    on conflict (user_id, topic, channel) do update set timing = excluded.timing;
  return null;
end $function$;
comment on function write_mail_preference() is 'Copies the choices that a process of 0.2.0 writes; it is removed with notification_preferences in a later release.';
-- permille_app may call write_mail_preference()

CREATE OR REPLACE FUNCTION public.write_message_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, subject_id, submission_id, listing_id)
      select 'message.sent', array[s.clipper_id, l.host_id], n.id, s.id, s.listing_id
      from new_rows n join submissions s on s.id = n.submission_id join listings l on l.id = s.listing_id;
  else
    insert into events (kind, readers, submission_id, listing_id)
      select 'message.read', array[s.clipper_id, l.host_id], s.id, s.listing_id
      from (select distinct n.submission_id from new_rows n join old_rows o on o.id = n.id
        where n.read_at is distinct from o.read_at) r
      join submissions s on s.id = r.submission_id join listings l on l.id = s.listing_id;
  end if;
  return null;
end $function$;
comment on function write_message_events() is 'Only the host and the clipper of a clip read their messages.';
-- permille_app may call write_message_events()

CREATE OR REPLACE FUNCTION public.write_notification_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, subject_id)
      select 'notification.created', array[n.user_id], n.id from new_rows n;
  else
    execute $sql$
      insert into events (kind, readers)
        select 'notification.read', array_agg(distinct n.user_id) from new_rows n join old_rows o on o.id = n.id
        where n.read_at is distinct from o.read_at having count(*) > 0
    $sql$;
  end if;
  return null;
end $function$;
comment on function write_notification_events() is 'Only the person of a notification may know it.';
-- permille_app may call write_notification_events()

CREATE OR REPLACE FUNCTION public.write_payout_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id)
      select 'payout.' || n.state, array[n.clipper_id], true, n.id from new_rows n;
  else
    execute $sql$
      insert into events (kind, readers, for_admins, subject_id)
        select 'payout.' || case when n.state = o.state then 'changed' else n.state end, array[n.clipper_id], true, n.id
        from new_rows n join old_rows o on o.id = n.id
        where (n.state, n.destination, n.reference, n.failure, n.batch_id, n.not_before)
          is distinct from (o.state, o.destination, o.reference, o.failure, o.batch_id, o.not_before)
    $sql$;
  end if;
  return null;
end $function$;
comment on function write_payout_events() is 'Readers of a payout''s events: its clipper and the admins.';
-- permille_app may call write_payout_events()

CREATE OR REPLACE FUNCTION public.write_refund_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id)
      select 'refund.' || n.state, array[d.host_id], true, n.id from new_rows n join deposits d on d.id = n.deposit_id;
  else
    insert into events (kind, readers, for_admins, subject_id)
      select 'refund.' || n.state, array[d.host_id], true, n.id
      from new_rows n join old_rows o on o.id = n.id join deposits d on d.id = n.deposit_id
      where n.state <> o.state;
  end if;
  return null;
end $function$;
comment on function write_refund_events() is 'Refunds of a deposit, for its host and the admins.';
-- permille_app may call write_refund_events()

CREATE OR REPLACE FUNCTION public.write_submission_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
      select 'submission.submitted', array[n.clipper_id, l.host_id], true, n.id, n.id, n.listing_id
      from new_rows n join listings l on l.id = n.listing_id;
  else
    execute $sql$
      insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
        select case when n.status <> o.status then 'submission.' || n.status else 'submission.changed' end,
          case when (n.status, n.decide_by, n.escalated) is distinct from (o.status, o.decide_by, o.escalated)
            then array[n.clipper_id, l.host_id] else array[l.host_id] end,
          true, n.id, n.id, n.listing_id
        from new_rows n join old_rows o on o.id = n.id join listings l on l.id = n.listing_id
        where (n.status, n.decide_by, n.escalated, n.decision, n.decision_commits_at)
          is distinct from (o.status, o.decide_by, o.escalated, o.decision, o.decision_commits_at)
    $sql$;
  end if;
  return null;
end $function$;
comment on function write_submission_events() is 'Readers of a clip''s events: its clipper, its host and the admins. The clipper is not notified of a decision that the host may still undo.';
-- permille_app may call write_submission_events()
