-- What the columns of an uploaded sheet were said to be, in their order; null: its own titles.
alter table file add column titles text[];
