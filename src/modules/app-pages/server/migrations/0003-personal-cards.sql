-- How somebody arranged the cards of tags: [{ tag, order, hidden, added }].
alter table page_personal add column cards jsonb not null default '[]';
