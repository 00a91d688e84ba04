-- One statement at a time.
-- What an account owns refers to the account. New rows are checked at once, rows from before this migration by the next
-- one.
alter table admin_money_acts
  drop constraint if exists admin_money_acts_account_id_fkey,
  add constraint admin_money_acts_account_id_fkey foreign key (account_id) references accounts (id) not valid;
alter table api_keys
  drop constraint if exists api_keys_owner,
  add constraint api_keys_owner foreign key (owner_id) references accounts (id) not valid;
alter table appeals
  drop constraint if exists appeals_clipper_id_fkey,
  add constraint appeals_clipper_id_fkey foreign key (clipper_id) references accounts (id) not valid;
alter table clip_earnings
  drop constraint if exists clip_earnings_clipper_id_fkey,
  add constraint clip_earnings_clipper_id_fkey foreign key (clipper_id) references accounts (id) not valid;
alter table clip_tracking
  drop constraint if exists clip_tracking_clipper_id_fkey,
  add constraint clip_tracking_clipper_id_fkey foreign key (clipper_id) references accounts (id) not valid;
alter table clipper_blocks
  drop constraint if exists clipper_blocks_clipper_id_fkey,
  add constraint clipper_blocks_clipper_id_fkey foreign key (clipper_id) references accounts (id) on delete cascade not valid,
  drop constraint if exists clipper_blocks_host_id_fkey,
  add constraint clipper_blocks_host_id_fkey foreign key (host_id) references accounts (id) on delete cascade not valid;
alter table cohort_links
  drop constraint if exists cohort_links_one_id_fkey,
  add constraint cohort_links_one_id_fkey foreign key (one_id) references accounts (id) not valid,
  drop constraint if exists cohort_links_other_id_fkey,
  add constraint cohort_links_other_id_fkey foreign key (other_id) references accounts (id) not valid;
alter table cohort_members
  drop constraint if exists cohort_members_clipper_id_fkey,
  add constraint cohort_members_clipper_id_fkey foreign key (clipper_id) references accounts (id) not valid;
alter table connection_attempts
  drop constraint if exists connection_attempts_user_id_fkey,
  add constraint connection_attempts_user_id_fkey foreign key (user_id) references accounts (id) on delete cascade not valid;
alter table connection_codes
  drop constraint if exists connection_codes_user_id_fkey,
  add constraint connection_codes_user_id_fkey foreign key (user_id) references accounts (id) on delete cascade not valid;
alter table connections
  drop constraint if exists connections_user_id_fkey,
  add constraint connections_user_id_fkey foreign key (user_id) references accounts (id) on delete cascade not valid;
alter table declarations
  drop constraint if exists declarations_author_id_fkey,
  add constraint declarations_author_id_fkey foreign key (author_id) references accounts (id) not valid;
alter table deposits
  drop constraint if exists deposits_host_id_fkey,
  add constraint deposits_host_id_fkey foreign key (host_id) references accounts (id) not valid;
alter table followed_hosts
  drop constraint if exists followed_hosts_clipper,
  add constraint followed_hosts_clipper foreign key (clipper_id) references accounts (id) on delete cascade not valid,
  drop constraint if exists followed_hosts_host,
  add constraint followed_hosts_host foreign key (host_id) references accounts (id) on delete cascade not valid;
alter table host_stats
  drop constraint if exists host_stats_host_id_fkey,
  add constraint host_stats_host_id_fkey foreign key (host_id) references accounts (id) on delete cascade not valid;
alter table identity_matches
  drop constraint if exists identity_matches_clipper_id_fkey,
  add constraint identity_matches_clipper_id_fkey foreign key (clipper_id) references accounts (id) not valid,
  drop constraint if exists identity_matches_host_id_fkey,
  add constraint identity_matches_host_id_fkey foreign key (host_id) references accounts (id) not valid;
alter table listing_invitations
  drop constraint if exists listing_invitations_clipper_id_fkey,
  add constraint listing_invitations_clipper_id_fkey foreign key (clipper_id) references accounts (id) on delete cascade not valid;
alter table listings
  drop constraint if exists listings_host_id_fkey,
  add constraint listings_host_id_fkey foreign key (host_id) references accounts (id) not valid;
alter table lookup_quotas
  drop constraint if exists lookup_quotas_user_id_fkey,
  add constraint lookup_quotas_user_id_fkey foreign key (user_id) references accounts (id) not valid;
alter table media_files
  drop constraint if exists media_files_owner_id_fkey,
  add constraint media_files_owner_id_fkey foreign key (owner_id) references accounts (id) not valid;
alter table payout_addresses
  drop constraint if exists payout_addresses_user_id_fkey,
  add constraint payout_addresses_user_id_fkey foreign key (user_id) references accounts (id) on delete cascade not valid;
alter table payout_countries
  drop constraint if exists payout_countries_user_id_fkey,
  add constraint payout_countries_user_id_fkey foreign key (user_id) references accounts (id) not valid;
alter table payouts
  drop constraint if exists payouts_clipper_id_fkey,
  add constraint payouts_clipper_id_fkey foreign key (clipper_id) references accounts (id) not valid;
alter table profiles
  drop constraint if exists profiles_user_id_fkey,
  add constraint profiles_user_id_fkey foreign key (user_id) references accounts (id) on delete cascade not valid;
alter table result_links
  drop constraint if exists result_links_host_id_fkey,
  add constraint result_links_host_id_fkey foreign key (host_id) references accounts (id) on delete cascade not valid;
alter table saved_searches
  drop constraint if exists saved_searches_clipper,
  add constraint saved_searches_clipper foreign key (clipper_id) references accounts (id) on delete cascade not valid;
alter table studio_projects
  drop constraint if exists studio_projects_clipper,
  add constraint studio_projects_clipper foreign key (clipper_id) references accounts (id) not valid;
alter table submission_messages
  drop constraint if exists submission_messages_author_id_fkey,
  add constraint submission_messages_author_id_fkey foreign key (author_id) references accounts (id) not valid;
alter table submissions
  drop constraint if exists submissions_clipper_id_fkey,
  add constraint submissions_clipper_id_fkey foreign key (clipper_id) references accounts (id) not valid;
alter table suspense_items
  drop constraint if exists suspense_items_owner_id_fkey,
  add constraint suspense_items_owner_id_fkey foreign key (owner_id) references accounts (id) not valid;
alter table upload_senders
  drop constraint if exists upload_senders_owner,
  add constraint upload_senders_owner foreign key (owner_id) references accounts (id) on delete cascade not valid;
alter table verified_records
  drop constraint if exists verified_records_clipper,
  add constraint verified_records_clipper foreign key (clipper_id) references accounts (id) on delete cascade not valid;
alter table webhook_endpoints
  drop constraint if exists webhook_endpoints_owner,
  add constraint webhook_endpoints_owner foreign key (owner_id) references accounts (id) not valid;
