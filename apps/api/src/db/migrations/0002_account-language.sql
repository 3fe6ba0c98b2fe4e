alter table account add column language text;
comment on column account.language is 'The language that a citizen chose last.';
