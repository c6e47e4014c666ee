-- Directed tests; their table was made with those of apps. Counts decisions that terminals go by.
create table app_test_change (
  id bigint generated always as identity primary key,
  at bigint not null
);
create index test_release_version on test_release (version_id);
