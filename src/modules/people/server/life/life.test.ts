import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#platform/clock.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import { employeeDraft, employeeList } from '../../common/employee.contract.ts';
import { createDirectory } from '../directory.ts';
import { getEmployee, listEmployees } from '../employee/employee.query.ts';
import { addEmployee, disableEmployees, enableEmployees, removeEmployees, restoreEmployees } from '../employee/employee.service.ts';
import { countSeats } from '../employee/employee.seats.ts';
import { countsOf } from '../department/people-counts.ts';
import { sql } from 'kysely';
import { boss, Company, seen, watchEffects } from '../testing/people-fixture.ts';
import { beginningOf, dayAfter, dayIn } from './life-day.ts';
import { quarantinePeople, restoreFromQuarantine } from './quarantine.ts';

let company: Company;
let north: { id: string; path: string };
const directory = createDirectory();
const db = () => company.database.db;

beforeAll(async () => {
  company = new Company(await testDatabase());
  watchEffects();
  north = await company.department('北方公司', undefined, { kind: 'company' });
});
afterAll(() => company.database.close());

const statusOf = async (id: string): Promise<string> => (await getEmployee(db(), boss(), id)).status;
const leave = (id: string, at: number) =>
  company.database.pool.query(`update employee set status = 'left', left_at = $2 where id = $1`, [id, at]);
const listed = async (input: Record<string, unknown>): Promise<string[]> => {
  const { list, total } = await listEmployees(db(), boss(), employeeList.input.parse({ departmentId: north.id, ...input }));
  expect(total).toBe(list.length);
  return list.map(({ id }) => id).toSorted();
};

test('days begin where the person is, also where the clocks change at midnight', () => {
  expect(new Date(beginningOf('2026-03-29', 'Europe/Berlin')).toISOString()).toBe('2026-03-28T23:00:00.000Z');
  expect(new Date(beginningOf('2026-01-01', 'Pacific/Kiritimati')).toISOString()).toBe('2025-12-31T10:00:00.000Z');
  expect(new Date(beginningOf('2026-01-01', 'Pacific/Pago_Pago')).toISOString()).toBe('2026-01-01T11:00:00.000Z');
  // Beirut begins its summer time at midnight: that day begins at one.
  const beirut = beginningOf('2025-03-30', 'Asia/Beirut');
  expect([dayIn('Asia/Beirut', beirut), dayIn('Asia/Beirut', beirut - 1)]).toEqual(['2025-03-30', '2025-03-29']);
  expect(dayAfter('2024-02-28')).toBe('2024-02-29');
});

test('who is hired on a later day is pending: no seat, no sign-in, no switching; quarantine keeps out and gives back', async () => {
  const seats = await countSeats(db());
  const tomorrow = dayAfter(dayAfter(dayIn('UTC', Date.now())));
  const pending = await company.person([north.id], { hireDate: tomorrow, timeZone: 'UTC' });
  expect(await statusOf(pending)).toBe('pending');
  expect(await countSeats(db())).toBe(seats);
  expect((await directory.byUid(db(), pending))?.mayEnter).toBe(false);
  const refused = { answer: 10412, data: { state: 'pending' } };
  await expect(company.write((tx) => enableEmployees(tx, boss(), { ids: [pending] }))).rejects.toMatchObject(refused);
  await expect(company.write((tx) => disableEmployees(tx, boss(), { ids: [pending] }))).rejects.toMatchObject(refused);

  const id = await company.person([north.id]);
  seen.ended.length = 0;
  const until = Date.now() + 7 * 86_400_000;
  expect(await company.write((tx) => quarantinePeople(tx, boss(), { ids: [id, pending], until }))).toBe(1);
  expect(await getEmployee(db(), boss(), id)).toMatchObject({ status: 'quarantined', quarantineEndsAt: until, enabled: false });
  expect(seen.ended).toEqual([id]);
  expect(await countSeats(db())).toBe(seats);
  expect(await company.write((tx) => restoreFromQuarantine(tx, boss(), [id, pending]))).toBe(1);
  expect(await getEmployee(db(), boss(), id)).toMatchObject({ status: 'active', quarantineEndsAt: null });
  await company.write((tx) => quarantinePeople(tx, boss(), { ids: [id], until }));
  expect(await company.write((tx) => enableEmployees(tx, boss(), { ids: [id] }))).toBe(1);
  expect(await getEmployee(db(), boss(), id)).toMatchObject({ status: 'active', quarantineEndsAt: null });
});

test('who left is in no list, count or search, keeps the account for its time, and comes back from the bin as one who left', async () => {
  const id = await company.person([north.id], { account: 'anna.gone', name: '安娜甲乙丙', mobile: '+8613911112222' });
  const before = await listed({});
  await leave(id, clock.now() - 10 * 86_400_000);
  expect(await listed({})).toEqual(before.filter((one) => one !== id));
  expect(await listed({ status: ['left'] })).toEqual([id]);
  expect(await listed({ status: ['left', 'active', 'pending'] })).toEqual(before);
  const { rows } = await sql<{ direct: number }>`select direct from ${countsOf(sql`select ${north.id}::uuid`)} c`.execute(db());
  expect(rows[0]?.direct).toBe(before.length - 1);
  expect(await directory.searchPeople(db(), { all: true }, '安娜甲乙丙', 10)).toEqual([]);
  expect(await directory.byAccount(db(), 'anna.gone')).toBeUndefined();

  const again = (more: Record<string, unknown> = {}) =>
    company.write((tx) =>
      addEmployee(
        tx,
        boss(),
        employeeDraft.parse({ account: 'Anna.Gone', name: 'Another', assignments: [{ departmentId: north.id }], ...more }),
      ),
    );
  // The number is free at once, the account after its time.
  await expect(again({ mobile: '+8613911112222' })).rejects.toMatchObject({ answer: 12025 });
  await leave(id, clock.now() - 181 * 86_400_000);
  const { id: successor } = await again({ mobile: '+8613911112222' });
  expect((await directory.byAccount(db(), 'anna.gone'))?.uid).toBe(successor);

  await company.write((tx) => removeEmployees(tx, boss(), { ids: [id] }));
  await company.write((tx) => restoreEmployees(tx, boss(), { ids: [id] }));
  expect(await statusOf(id)).toBe('left');
});
