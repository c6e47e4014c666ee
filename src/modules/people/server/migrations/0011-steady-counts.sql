-- The plans of these functions are made once a connection, mostly while the tables are small: a table read whole for every row of a later
-- piece would cost minutes. They look everything up by key, whatever was known when the plan was made.
alter function count_added_assignments() set enable_seqscan = off;
alter function count_removed_assignments() set enable_seqscan = off;
alter function count_status() set enable_seqscan = off;
