-- The departments that a tie was taken away from by merges, the first one first: undoing a merge gives it back to the last of them.
alter table source_link add column merged_from uuid[] not null default '{}';
create index source_link_merged on source_link using gin (merged_from) where merged_from <> '{}';
