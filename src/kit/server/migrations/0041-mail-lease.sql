-- One node at a time holds the sending as a whole; a mail needs no lease of its own.
alter table mail_outbox drop column lease_until;
create index mail_outbox_sending on mail_outbox (id) where state = 'sending';
