-- Of a host's rejections in the time of the card, and how many of them an appeal overturned.
alter table host_stats
  add column rejections int not null default 0,
  add column overturned int not null default 0;
