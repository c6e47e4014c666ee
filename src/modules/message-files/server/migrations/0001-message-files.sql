-- Files in chats: a row for each message that carries one. They are written in the transaction of the message, so that none is missing.
create table im_file (
  id uuid primary key,
  version int not null default 1,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  message_id uuid not null references im_message (id) on delete cascade,
  conversation_id uuid not null,
  sender_id uuid not null,
  file_id uuid not null,
  name text not null,
  kind text not null check (kind in ('image', 'voice', 'video', 'file')),
  content_type text not null,
  size bigint not null,
  digest text not null,
  sent_at bigint not null,
  -- Set by hand; null: the keeping time of its kind holds.
  expires_at bigint,
  state text not null default 'normal' check (state in ('normal', 'expired', 'recalled', 'quarantined', 'deleted')),
  downloads int not null default 0,
  unique (message_id, file_id)
);
create index im_file_by_time on im_file (sent_at, id);
create index im_file_by_file on im_file (file_id);
create index im_file_by_digest on im_file (digest);
create index im_file_by_sender on im_file (sender_id, sent_at);
create index im_file_by_conversation on im_file (conversation_id);

create function im_file_of(msg im_message) returns void language sql as $$
  insert into im_file (id, created_at, updated_at, message_id, conversation_id, sender_id, file_id, name, kind, content_type, size, digest, sent_at, state)
  select gen_random_uuid(), msg.sent_at, msg.sent_at, msg.id, msg.conversation_id, msg.sender_id, f.id, f.name,
    case when msg.kind in ('image', 'voice', 'video') then msg.kind else 'file' end, f.type, f.size, f.hash, msg.sent_at,
    case when msg.state in ('recalled', 'expired') then msg.state else 'normal' end
  from file f where f.id = any (msg.file_ids)
  on conflict do nothing;
  -- What is in a chat lies there as long as the chat keeps it.
  update file set expires_at = null where id = any (msg.file_ids) and expires_at is not null;
$$;

create function im_file_sent() returns trigger language plpgsql as $$
begin
  if cardinality(new.file_ids) > 0 then perform im_file_of(new); end if;
  return null;
end $$;
create trigger im_file_sent after insert on im_message for each row execute function im_file_sent();

-- A message that is taken back or whose time is over closes its files with it.
create function im_file_follows() returns trigger language plpgsql as $$
begin
  update im_file set state = new.state, version = version + 1 where message_id = new.id and state = 'normal';
  return null;
end $$;
create trigger im_file_follows after update of state on im_message for each row
  when (new.state in ('recalled', 'expired') and cardinality(new.file_ids) > 0) execute function im_file_follows();

select im_file_of(msg) from im_message msg where cardinality(msg.file_ids) > 0;

create table im_file_config (
  id uuid primary key,
  version int not null,
  created_at bigint not null,
  created_by text,
  updated_at bigint not null,
  updated_by text,
  limits jsonb not null,
  quota_person int not null default 0,
  quota_group int not null default 0,
  keep_days jsonb not null default '{"image": 0, "voice": 0, "video": 0, "file": 0}',
  undo_days int not null default 30,
  image_quality int not null default 80,
  image_edge int not null default 1920,
  keep_original boolean not null default true,
  voice_seconds int not null default 60,
  resumable_above int not null default 8,
  preview_on boolean not null default true
);
insert into im_file_config (id, version, created_at, updated_at, limits)
select '00000000-0000-7000-8000-000000000304', 1, now_ms, now_ms, jsonb_build_object('single', both_, 'group', both_)
from (select (extract(epoch from now()) * 1000)::bigint as now_ms) moment,
  (select jsonb_build_object('mobile', one, 'desktop', one) as both_ from (select jsonb_build_object('maxImage', 30, 'maxVideo', 500,
    'maxFile', 2048, 'typeMode', 'refuse', 'types', jsonb_build_array('program'), 'perDayCount', 0, 'perDayBytes', 0) as one) usual) twice;

-- What was prepared and has not arrived yet: the file store keeps the parts, here stands what they are to become.
create table im_file_upload (
  id text primary key,
  employee_id uuid not null,
  conversation_id uuid,
  peer_id uuid,
  kind text not null,
  name text not null,
  size bigint not null,
  digest text not null,
  created_at bigint not null
);
create index im_file_upload_by_time on im_file_upload (created_at);
