-- What became of one file is found without reading every ticket, print and screenshot.
create index file_ticket_file on file_ticket (file_id, used_at) where used_at is not null;
create index file_print_file on file_print (file_id, at) where file_id is not null;
create index file_screenshot_file on file_screenshot (file_id, at, id) where file_id is not null;
