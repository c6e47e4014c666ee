-- How often emoticons were sent, by the codes that messages name them with: an emoticon that goes and comes back keeps its figures.
create table emoticon_use (
  package_code text not null,
  code text not null,
  day bigint not null,
  uses integer not null,
  primary key (package_code, code, day)
);
