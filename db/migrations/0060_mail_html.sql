set local lock_timeout = '2s';
alter table outbound_emails
  add column button_labels text[] not null default '{}',
  add column unsubscribe_url text,
  add column unsubscribe_about text,
  add column asked_for boolean not null default false,
  add column refused_at timestamptz,
  add constraint outbound_emails_unsubscribe_whole check ((unsubscribe_url is null) = (unsubscribe_about is null));
comment on column outbound_emails.button_labels is 'What stands, in the HTML of the mail, on its links of their own, in their order.';
comment on column outbound_emails.unsubscribe_url is 'Ends such mails without signing in (RFC 8058); null: account mails, which always come.';
comment on column outbound_emails.unsubscribe_about is 'What such mails are about, as its reader sees it.';
comment on column outbound_emails.asked_for is 'Its reader asked for it a moment ago, so it is tried even where mails came back.';
comment on column outbound_emails.refused_at is 'When the server of the address refused it, or a report said that it came back.';

create table mail_suppressions (
  address text not null,
  reason text not null,
  detail text not null,
  suppressed_at timestamptz not null,
  constraint mail_suppressions_pkey primary key (address),
  constraint mail_suppressions_lower_case check (address = lower(address)),
  constraint mail_suppressions_reason_known check (reason in ('bounce', 'complaint'))
);
comment on table mail_suppressions is
  'Addresses that get no mails until they are confirmed again. bounce: nobody is there, by the answer of their server or a report (RFC 3464). complaint: their reader called a mail spam (RFC 5965); mails about account and money still go there.';
comment on column mail_suppressions.detail is 'What the server or the report said.';
