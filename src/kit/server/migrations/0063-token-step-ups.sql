-- Operations, by their audit words, that a token passes although they ask for the password again: who made it confirmed theirs and named them.
alter table api_token add column step_ups text[] not null default '{}';
