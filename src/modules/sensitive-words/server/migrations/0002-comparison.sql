alter table word_setting add column fold_traditional boolean not null default true;
alter table word_setting add column blocks_per_day integer not null default 10;
alter table word_setting add column terminal_check boolean not null default false;
alter table word_category add column on_terminal boolean not null default false;
alter table word_hit add column ref text;
create index word_hit_ref on word_hit (ref) where ref is not null;
