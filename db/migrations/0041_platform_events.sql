-- Platforms say too when a person takes the consent back.
alter table received_events drop constraint received_events_provider_check;
alter table received_events add constraint received_events_provider_check
  check (provider in ('stripe', 'paypal', 'tiktok', 'instagram'));
