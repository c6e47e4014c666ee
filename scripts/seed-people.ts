import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import type pg from 'pg';
import { migrationSources } from '#app/migrations.ts';
import { newId } from '#kit/server/ids.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { departmentKeys, personKeys } from '../src/modules/people/server/employee/employee.keys.ts';
import { rankBetween } from '../src/modules/people/server/department/rank.ts';
import { sampleDepartments, samplePeople } from '../src/modules/people/server/import/sample-people.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';

/** Fills a database with a large company by COPY, past the change engine: for benches only. Usage: --people 1000000 --departments 20000 [--data DIR | --url URL] */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000000' },
    departments: { type: 'string', default: '20000' },
    data: { type: 'string', default: './data-bench' },
    url: { type: 'string' },
  },
});
const people = Number(values.people);
const now = Date.now();

/** A field of COPY's text format. */
function field(value: string | number | boolean | null | readonly string[]): string {
  if (value === null) return '\\N';
  if (typeof value === 'object') return field(`{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return String(value).replace(/[\\\n\r\t]/g, (mark) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[mark]!);
}

async function copy(
  client: pg.ClientBase,
  target: string,
  lines: Iterable<readonly (string | number | boolean | null | readonly string[])[]>,
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${target} from stdin`));
  let text = '';
  for (const line of lines) {
    text += `${line.map(field).join('\t')}\n`;
    if (text.length < 262_144) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end(text);
  await once(stream, 'finish');
}

const database = await openDatabase({ dataDir: values.data, ...(values.url && { databaseUrl: values.url }) });
await migrate(database.pool, migrationSources);
const client = await database.pool.connect();
await client.query('set statement_timeout = 0');
const started = performance.now();

const departments = sampleDepartments(Number(values.departments));
const {
  rows: [first],
} = await client.query<{ no: number }>(`select nextval(pg_get_serial_sequence('department', 'no')) as no`);
const ids = departments.map(() => newId());
const paths: string[] = [];
const lastRank = new Map<number, string>();
await copy(
  client,
  'department (id, no, parent_id, path, name, name_fold, pinyin, initials, sort_key, kind, order_no, created_at, updated_at)',
  departments.map((one, at) => {
    const no = first!.no + at;
    const name = one.path.at(-1)!;
    paths[at] = `${one.parent < 0 ? '1' : paths[one.parent]}.${no}`;
    lastRank.set(one.parent, rankBetween(lastRank.get(one.parent) ?? null, null));
    const keys = departmentKeys({ zh_CN: name });
    return [
      ids[at]!,
      no,
      one.parent < 0 ? rootDepartmentId : ids[one.parent]!,
      paths[at]!,
      JSON.stringify({ zh_CN: name }),
      keys.name_fold,
      keys.pinyin,
      keys.initials,
      keys.sort_key,
      one.path.length === 1 ? 'company' : 'department',
      lastRank.get(one.parent)!,
      now,
      now,
    ];
  }),
);
await client.query(`select setval(pg_get_serial_sequence('department', 'no'), (select max(no) from department))`);

const assignments: string[][] = [];
function* rows() {
  for (const person of samplePeople({ people, departments: departments.length }, departments)) {
    const id = newId();
    const keys = personKeys({ name: person.name, nameEn: person.nameEn, alias: null, nameReading: null });
    const primary = ids[person.department]!;
    assignments.push([id, primary, 't'], ...person.others.map((other) => [id, ids[other]!, 'f']));
    yield [
      id,
      person.account,
      person.account,
      person.name,
      person.nameEn,
      person.employeeNo,
      person.mobile,
      person.email,
      person.email,
      person.gender,
      person.birthday,
      person.hireDate,
      person.title,
      person.jobLevel,
      person.workplace,
      person.employmentType,
      Number(person.account.slice(1)) % 20 === 0 ? 'disabled' : 'active',
      primary,
      person.others.length > 0,
      keys.name_fold,
      keys.pinyin,
      keys.initials,
      keys.sort_key,
      keys.grams,
      now,
      now,
    ];
  }
}
await copy(
  client,
  `employee (id, account, account_key, name, name_en, employee_no, mobile, email, email_key, gender, birthday, hire_date, title, job_level, workplace, employment_type, status, primary_department_id, several,
  name_fold, pinyin, initials, sort_key, grams, created_at, updated_at)`,
  rows(),
);
await copy(
  client,
  'employee_department (employee_id, department_id, is_primary, from_at)',
  assignments.map((row) => [...row, now]),
);
await client.query('vacuum analyze employee');
await client.query('vacuum analyze department');
await client.query('vacuum analyze employee_department');
console.log(
  `${people} people, ${departments.length} departments, ${assignments.length} assignments in ${Math.round((performance.now() - started) / 1000)} s`,
);
client.release();
await database.close();
