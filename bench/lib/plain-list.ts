import type pg from 'pg';

/** A page of people as somebody would ask for it without the product. */
export interface Wish {
  /** ltree path below which they are. */
  under: string;
  status: string;
  limit: number;
  offset: number;
  text?: string;
}

/** SQL: what the list shows of a person `e`. */
export const employeeColumns = `e.id, e.version, e.created_at, e.created_by, e.updated_at, e.updated_by, e.account, e.name, e.name_en, e.alias, e.employee_no, e.mobile, e.email, e.title,
  e.employment_type, e.status, e.enabled, e.hire_date, e.last_workday, e.left_at, e.quarantine_ends_at, e.deleted_at, e.extra,
  (select l.at from last_sign_in l where l.uid = e.id) as last_sign_in_at,
  (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.priority, s.id) from source_link tie join source s on s.id = tie.source_id
    where tie.object_id = e.id and tie.object_kind = 'employee' and tie.state <> 'merged') as sources, substr(e.avatar, 8, 12) as avatar,
  (select jsonb_build_object('id', m.id, 'name', m.name) from employee m where m.id = e.manager_id) as manager,
  (select jsonb_agg(jsonb_build_object('departmentId', d.id, 'name', d.name ->> 'zh_CN', 'primary', a.is_primary, 'title', a.title, 'since', a.from_at,
      'manager', e.id = any(d.manager_ids), 'fullName', (select string_agg(up.name ->> 'zh_CN', ' / ' order by nlevel(up.path)) from department up where up.no = any(string_to_array(d.path::text, '.')::bigint[])))
      order by a.is_primary desc, d.path)
    from employee_department a join department d on d.id = a.department_id where a.employee_id = e.id) as departments`;

/** The search box looks at all of these at once; letters may be pinyin, initials, an account, an address or a number. */
const letters = `(e.grams @> $3::text[] and e.name_fold like $4) or e.account_key like $5 or e.email_key like $5 or e.employee_no like $5 or e.pinyin like $5 or e.initials like $5`;
const wide = `(e.grams @> $3::text[] and e.name_fold like $4) or e.account_key like $5 or e.pinyin like $5`;

function conditionOf({ under, status, text }: Wish): { where: string; values: unknown[] } {
  const within = 'select a.employee_id from employee_department a join department d on d.id = a.department_id where d.path <@ $2::ltree';
  const where = `e.status = $1 and e.id in (${within})`;
  if (text === undefined) return { where, values: [status, under] };
  const search = /^[a-z]+$/.test(text) ? letters : wide;
  return { where: `${where} and (${search})`, values: [status, under, gramsOf(text), `%${text}%`, `${text}%`] };
}

const gramsOf = (text: string): string[] => [...text].slice(1).map((letter, at) => `${[...text][at]}${letter}`);

/** The page and the exact total, asked at the same time over two connections, as the product does. */
export async function pageBySql(pool: pg.Pool, wish: Wish): Promise<{ rows: Record<string, unknown>[]; total: number }> {
  const { where, values } = conditionOf(wish);
  const at = values.length;
  const page = `select ${employeeColumns} from (select e.id from employee e where ${where} order by e.id desc limit $${at + 1} offset $${at + 2}) page
    join employee e on e.id = page.id order by e.id desc`;
  const [{ rows }, counted] = await Promise.all([
    pool.query<Record<string, unknown>>(page, [...values, wish.limit, wish.offset]),
    pool.query<{ total: number }>(`select count(*) as total from employee e where ${where}`, values),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** People of a subtree from whom search words are taken. */
export async function samplePeople(pool: pg.Pool, under: string): Promise<{ name: string; pinyin: string; initials: string }[]> {
  const { rows } = await pool.query<{ name: string; pinyin: string; initials: string }>(
    `select split_part(e.name_fold, E'\\n', 1) as name, e.pinyin, e.initials from employee e where e.status = 'active' and e.name ~ '^[一-龥]{2,4}$'
       and e.id in (select a.employee_id from employee_department a join department d on d.id = a.department_id where d.path <@ $1::ltree)
     order by hashtext(e.account) limit 200`,
    [under],
  );
  return rows;
}
