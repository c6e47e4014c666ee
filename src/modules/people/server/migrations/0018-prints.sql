-- Print of what a record was made of (bytes of a directory's entry and what its connector added) when it had the digest in `hash`: who comes
-- with it again did not change, and need not be taken apart.
alter table source_link add column print text;
alter table source_staged add column print text;
