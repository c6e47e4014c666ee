import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { directory, maskMobile } from '#modules/people/server/public.ts';
import type { submissionList, SubmissionView } from '../../common/phone.contract.ts';
import type { PhoneSubmissionTable } from '../settings.table.ts';

type Row = Selectable<PhoneSubmissionTable>;
type Filter = Pick<Parsed<typeof submissionList>, 'person' | 'state' | 'from' | 'to'>;

const mostFound = 200;
const orders = { submittedAt: sql`s.submitted_at`, state: sql`s.state` };

/** Submissions of people in range that a filter lets through. */
export async function submissionsWhere(db: Db, caller: Caller, filter: Filter): Promise<RawBuilder<boolean>[]> {
  const range = caller.scope();
  const where: RawBuilder<boolean>[] = [directory.employeeAmongRange(range, 's.employee_id')];
  if (filter.person) {
    const found = await directory.searchPeople(db, range, filter.person, mostFound);
    where.push(sql`s.employee_id = any(${found.map(({ id }) => id)}::uuid[])`);
  }
  if (filter.state) where.push(sql`s.state = any(${filter.state}::text[])`);
  if (filter.from !== undefined) where.push(sql`s.submitted_at >= ${filter.from}`);
  if (filter.to !== undefined) where.push(sql`s.submitted_at < ${filter.to}`);
  return where;
}

/** A page of submissions, the newest first. */
export async function listSubmissions(db: Db, caller: Caller, input: Parsed<typeof submissionList>): Promise<Reply<typeof submissionList>> {
  const where = await submissionsWhere(db, caller, input);
  const source = {
    columns: sql`s.*`,
    from: sql`phone_submission s`,
    where,
    order: orderOf(input.sort ?? '-submittedAt', orders, sql`s.id`),
  };
  const { list, ...counted } = await readPage<Row>(db, source, input);
  return { list: await submissionViews(db, caller, list), ...counted };
}

/** Submissions as they leave: numbers are masked. */
export async function submissionViews(db: Db, caller: Caller, rows: readonly Row[]): Promise<SubmissionView[]> {
  const ids = [...new Set(rows.map((row) => row.employee_id))];
  const deciders = rows.flatMap((row) => row.decided_by ?? []);
  const people = await directory.people(db, [...ids, ...deciders], caller.language, caller.scope());
  return rows.map((row) => {
    const person = people.get(row.employee_id);
    return {
      ...stampsOf(row),
      employeeId: row.employee_id,
      name: person?.name ?? '',
      account: person?.account ?? '',
      departmentName: person?.departmentName ?? '',
      former: row.former === null ? null : maskMobile(row.former),
      number: maskMobile(row.number),
      proof: row.proof,
      state: row.state,
      reason: row.reason,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      decidedBy: row.decided_by === null ? null : (people.get(row.decided_by)?.name ?? ''),
    };
  });
}
