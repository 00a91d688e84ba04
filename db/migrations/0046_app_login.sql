set local lock_timeout = '2s';
create table app_login (
  role text not null,
  password text not null,
  constraint app_login_pkey primary key (role)
);
comment on table app_login is 'As whom the app logs in to this database where nobody named a role in APP_DATABASE_URL. Only the owner of the tables may read it.';
comment on column app_login.password is 'Made once. A process with a new password of the owner finds the same one, so those that run go on.';
revoke all on app_login from permille_app;
