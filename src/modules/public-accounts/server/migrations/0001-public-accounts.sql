create table sno (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  name jsonb not null,
  code text not null,
  description jsonb not null,
  type text not null,
  owner_dept_id uuid not null,
  position integer not null,
  category text not null,
  allow_message boolean not null,
  allow_unfollow boolean not null,
  listed boolean not null,
  show_reads boolean not null,
  show_likes boolean not null,
  comment_policy jsonb not null,
  quiet_hours jsonb,
  cap jsonb not null,
  failure_pause jsonb not null,
  approve_above integer,
  rate_per_second integer not null,
  enabled boolean not null
);
create unique index sno_code on sno (lower(code));
create index sno_department on sno (owner_dept_id);

-- Who works for an account. Managers have all rights, whatever stands in the column.
create table sno_member (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  sno_id uuid not null references sno (id) on delete cascade,
  employee_id uuid not null,
  role text not null,
  rights jsonb not null
);
create unique index sno_member_pair on sno_member (sno_id, employee_id);
create index sno_member_person on sno_member (employee_id);

-- Who may follow, and who follows without asking.
create table sno_audience (
  id uuid primary key,
  version integer not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  sno_id uuid not null references sno (id) on delete cascade,
  member_kind text not null,
  member_id uuid not null,
  mode text not null
);
create unique index sno_audience_row on sno_audience (sno_id, member_kind, member_id);
create index sno_audience_member on sno_audience (member_kind, member_id);

-- Only of those who differ from the audience, or of whom something is known: who is forced has no row.
create table sno_fan (
  sno_id uuid not null references sno (id) on delete cascade,
  employee_id uuid not null,
  -- none (only facts), following, left, blocked
  state text not null,
  -- What they were before they were blocked.
  state_before text,
  followed_at bigint,
  left_at bigint,
  -- forced, preset, own, import
  origin text not null,
  remark text not null default '',
  last_read_at bigint,
  primary key (sno_id, employee_id)
);
create index sno_fan_person on sno_fan (employee_id);

-- What happened in an account, by the tab in which it is listed; nothing is ever changed.
create table sno_log (
  id uuid primary key,
  sno_id uuid not null,
  tab text not null,
  at bigint not null,
  kind text not null,
  employee_id uuid,
  -- Who did it, where it was an administrator or a rule.
  by_id text,
  by_name text not null default '',
  ref_id uuid,
  ref_name text not null default '',
  result text not null,
  reason text not null default '',
  detail jsonb
);
create index sno_log_place on sno_log (sno_id, tab, at desc, id desc);
create index sno_log_time on sno_log (at desc, id desc);
