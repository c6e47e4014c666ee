import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts'; // #scoped
import type { Db } from '#kit/server/directory.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts'; // #scoped
// #unscoped import { notFound } from '#kit/server/refusal.ts';
import { createDirectory } from '#modules/user-centre/server/public.ts'; // #scoped
import type { sampleThingList, SampleThingRow } from '../common/sample-thing.contract.ts';
import type { SampleThingTable } from './sample-thing.table.ts';
import { sampleThingView } from './sample-thing.view.ts';

const directory = createDirectory(); // #scoped

const orders = {
  name: sql`lower(name)`,
  code: sql`lower(code)`,
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
};

type ListOf = typeof sampleThingList;

/** A page of the list. */
// #scoped {
export async function listSampleThings(db: Db, caller: Caller, input: Parsed<ListOf>): Promise<Reply<ListOf>> {
  // What lies outside the caller's range is simply absent.
  const where: RawBuilder<boolean>[] = [directory.departmentInRange(caller.scope(), 'department_id')];
  // #scoped }
  // #unscoped export async function listSampleThings(db: Db, input: Parsed<ListOf>): Promise<Reply<ListOf>> {
  // #unscoped const where: RawBuilder<boolean>[] = [];
  if (input.text) {
    const pattern = containing(input.text);
    where.push(sql`(name ilike ${pattern} or code ilike ${pattern})`);
  }
  if (input.enabled !== undefined) where.push(sql`enabled = ${input.enabled}`);
  if (input.departmentId) where.push(sql`department_id = ${input.departmentId}`); // #scoped
  const source = { columns: sql`*`, from: sql`sample_thing`, where, order: orderOf(input.sort ?? '-createdAt', orders, sql`id`) };
  const { list, ...counted } = await readPage<SampleThingTable>(db, source, input);
  // #scoped {
  const departments = await directory.departments(
    db,
    list.map((row) => row.department_id),
    caller.language,
  );
  // #scoped }
  return { list: list.map((row) => sampleThingView(row, departments)), ...counted }; // #scoped
  // #unscoped return { list: list.map((row) => sampleThingView(row)), ...counted };
}

// #scoped {
/** One of them; 10910 out of range. */
export async function getSampleThing(db: Db, caller: Caller, id: string): Promise<SampleThingRow> {
  const range = caller.scope();
  const visible = directory.departmentInRange(range, 'department_id');
  const row = await db.selectFrom('sample_thing').selectAll().where('id', '=', id).where(visible).executeTakeFirst();
  if (!row) throw range.all ? notFound() : outOfRange();
  return sampleThingView(row, await directory.departments(db, [row.department_id], caller.language));
}
// #scoped }
// #unscoped /** One of them. */
// #unscoped export async function getSampleThing(db: Db, id: string): Promise<SampleThingRow> {
// #unscoped   const row = await db.selectFrom('sample_thing').selectAll().where('id', '=', id).executeTakeFirst();
// #unscoped   if (!row) throw notFound();
// #unscoped   return sampleThingView(row);
// #unscoped }
