-- Platforms say too when a person takes the consent back.
alter table webhook_events drop constraint webhook_events_provider_check;
alter table webhook_events add constraint webhook_events_provider_check
  check (provider in ('stripe', 'paypal', 'tiktok', 'instagram'));
