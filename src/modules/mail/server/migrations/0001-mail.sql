-- How mail leaves: one row. The passwords of the servers and the private key are sealed, apart from what is shown.
create table mail_config (
  id uuid primary key,
  servers jsonb not null default '[]',
  secrets text,
  from_name text not null default '',
  from_address text not null default '',
  reply_to text,
  ehlo_name text,
  per_minute int not null default 120,
  max_size int not null default 10,
  dkim jsonb,
  dkim_key text,
  footer jsonb not null default '{}',
  test_to text,
  version int not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index mail_config_one on mail_config ((true));

-- Texts of an administrator's own, by language; what is not there is as shipped.
create table mail_template (
  id uuid primary key,
  code text not null,
  texts jsonb not null default '{}',
  version int not null default 1,
  created_at bigint not null,
  created_by uuid,
  updated_at bigint not null,
  updated_by uuid
);
create unique index mail_template_code on mail_template (code);

-- Which node sends (clock of the database), and how it goes (epoch milliseconds of the product).
create table mail_sender (
  one boolean primary key default true check (one),
  owner uuid,
  lease_until bigint not null default 0,
  paused_at bigint,
  paused_by uuid,
  last_sent_at bigint,
  trouble text,
  trouble_since bigint
);
insert into mail_sender default values;

-- Addresses that refused mail for good; from `since` on nothing is sent to them.
create table mail_suppression (
  id uuid primary key,
  address text not null,
  failures int not null,
  answer text,
  since bigint,
  updated_at bigint not null
);
create unique index mail_suppression_address on mail_suppression (address);
create index mail_suppression_since on mail_suppression (since, id) where since is not null;
