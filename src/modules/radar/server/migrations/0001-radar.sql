-- What ends or ages. Of what a module keeps, kind to facts are as the module saw them last, and no change of them is anybody's; owner, snooze
-- and days of reminding belong to the radar. Times are epoch milliseconds.
create table radar_item (
  id uuid primary key,
  version int not null default 1,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  kind text not null,
  object_kind text not null,
  object_id text not null,
  origin text not null check (origin in ('module', 'hand')),
  name text not null,
  -- By language, where it is a word of the product.
  names jsonb,
  dept_id uuid,
  due_at bigint,
  since bigint,
  facts jsonb not null default '{}',
  -- Of what was added by hand: what stops working, and where it is renewed.
  impact text not null default '',
  link text,
  owner_id uuid,
  snoozed_until bigint,
  reason text,
  -- Days before the end at which it is told, the most first.
  remind_days int[] not null,
  -- Severity under which it is told now; null: it is not.
  told text
);
create unique index radar_item_object on radar_item (kind, object_id);
create index radar_item_due on radar_item (due_at, id);

-- When the modules were asked last, by whatever node.
create table radar_round (
  one boolean primary key default true check (one),
  at bigint not null
);
insert into radar_round values (true, 0);
