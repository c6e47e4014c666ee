-- For how many days deleted objects of a kind can be brought back, where that is not the usual time.
create table recycle_days (
  kind text primary key,
  days int not null check (days between 1 and 3650)
);

-- When somebody signed in last, for lists of people; the log itself is kept for a while only.
create table last_sign_in (
  uid uuid primary key,
  at bigint not null
);
create index last_sign_in_at on last_sign_in (at);
insert into last_sign_in (uid, at) select uid, max(at) from login_log where uid is not null and event = 'signIn' and result = 'ok' group by uid;
