create table public_numbers (
  month text primary key not null,
  numbers jsonb not null,
  demo boolean not null
);
comment on table public_numbers is
  'The public numbers of each month, rounded, with the names of then; never changed.';
comment on column public_numbers.month is 'YYYY-MM';
comment on column public_numbers.demo is 'Counts sample data, and goes with them.';

create trigger public_numbers_frozen before update on public_numbers
  for each row execute function refuse_change();
create trigger public_numbers_kept before delete on public_numbers
  for each row when (not old.demo) execute function refuse_change();
create trigger public_numbers_no_truncate before truncate on public_numbers
  for each statement execute function refuse_change();
