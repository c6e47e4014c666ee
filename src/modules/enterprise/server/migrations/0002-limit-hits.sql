-- How often a rule decided, by the day (days since 1970, UTC); kept for a month.
create table limit_hit (
  rule_id uuid not null,
  day integer not null,
  decided bigint not null,
  refused bigint not null,
  primary key (rule_id, day)
);
create index limit_hit_day on limit_hit (day);
