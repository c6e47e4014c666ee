import { sql, type RawBuilder } from 'kysely';
import { platformKeys, platformNames, platforms } from '#kit/common/client/platforms.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import type { LocalText } from '#kit/common/language.ts';
import type { CrowdOp } from '../common/crowd-conditions.ts';
import { serverZone } from '#modules/people/server/public.ts';
import type { crowdFieldTypes } from '../common/crowd.contract.ts';
import { employmentTypes, genders } from '#modules/people/common/employee-fields.ts';

export type CrowdFieldType = (typeof crowdFieldTypes)[number];

/** A field that rules may ask about. */
export interface CrowdField {
  readonly type: CrowdFieldType;
  readonly title: LocalText;
  /** Its value on a person `e`, for types with one value. */
  readonly value?: RawBuilder<unknown>;
  /** Choices, and the key of their words below `employee.`, or the words themselves. */
  readonly options?: { readonly values: readonly string[]; readonly words?: string; readonly labels?: Readonly<Record<string, LocalText>> };
  /** Fields of the change feed that may turn it; `all`: those of anybody may, not only of the person. */
  readonly turnedBy: readonly string[];
  readonly ofOthers?: true;
  /** Choices that stand in the database: by their code, and read when somebody chooses. */
  readonly stored?: 'source';
}

/** What may be asked of each type. */
export const opsOf: Readonly<Record<CrowdFieldType, readonly CrowdOp[]>> = {
  text: ['is', 'isNot', 'in', 'notIn', 'startsWith', 'endsWith', 'contains', 'matches', 'empty', 'notEmpty'],
  choice: ['in', 'notIn'],
  choices: ['in', 'notIn', 'empty', 'notEmpty'],
  number: ['is', 'between', 'empty', 'notEmpty'],
  date: ['is', 'between', 'before', 'after', 'lastDays', 'nextDays', 'empty', 'notEmpty'],
  boolean: ['is'],
  department: ['isUnder', 'is', 'primaryIsUnder', 'primaryIs'],
  employee: ['is', 'reportsTo', 'empty', 'notEmpty'],
  crowd: ['is', 'isNot'],
  anniversary: ['today', 'nextDays', 'lastDays'],
  person: ['in', 'notIn', 'empty', 'notEmpty'],
  unit: ['in', 'isUnder', 'notIn', 'empty', 'notEmpty'],
};

/** Operators that a day turns although nobody changes anything. */
export const turnedByDays: ReadonlySet<CrowdOp> = new Set(['lastDays', 'nextDays', 'today']);

const text = (title: LocalText, column: string, field: string): CrowdField => ({
  type: 'text',
  title,
  value: sql`${sql.ref(`e.${column}`)}`,
  turnedBy: [field],
});

/** Moments are compared by their day in the zone that is set, else in the server's. */
const dayOf = (column: string): RawBuilder<unknown> =>
  sql`(to_timestamp(${sql.ref(`e.${column}`)} / 1000.0) at time zone coalesce((select time_zone from muc_setting), ${serverZone}))::date`;

const platformLabels = Object.fromEntries(
  platforms.map((one) => [String(one), local(platformNames[one], platformNames[one], platformNames[one])]),
);

/** As what a sign-in counts among the fields that change: it stands in no feed, because it changes nobody. */
export const signedIn = 'lastSignIn';

/**
 * Everything a rule may ask about, by name. Numbers and addresses that belong to the person alone (mobile, private mail, birthday) are
 * left out: who may see the size of a crowd could read them digit by digit.
 */
export const crowdFields: Readonly<Record<string, CrowdField>> = {
  department: { type: 'department', title: local('部门', 'Department', '部門'), turnedBy: ['assignments'] },
  title: text(local('职务', 'Title', '役職'), 'title', 'title'),
  jobLevel: text(local('职级', 'Job level', '職級'), 'job_level', 'jobLevel'),
  employmentType: {
    type: 'choice',
    title: local('用工类型', 'Employment type', '雇用形態'),
    value: sql`e.employment_type`,
    options: { values: employmentTypes, words: 'employmentType' },
    turnedBy: ['employmentType'],
  },
  hireDate: { type: 'date', title: local('入职日期', 'Hired on', '入社日'), value: sql`e.hire_date`, turnedBy: ['hireDate'] },
  anniversary: {
    type: 'anniversary',
    title: local('入职周年', 'Work anniversary', '入社記念日'),
    value: sql`e.hire_date`,
    turnedBy: ['hireDate'],
  },
  manager: { type: 'employee', title: local('上级', 'Manager', '上司'), value: sql`e.manager_id`, turnedBy: ['managerId'], ofOthers: true },
  isManager: {
    type: 'boolean',
    title: local('是管理者', 'Manages people', '部下がいる'),
    turnedBy: ['managerId', 'status'],
    ofOthers: true,
  },
  workplace: text(local('工作地点', 'Workplace', '勤務地'), 'workplace', 'workplace'),
  costCentre: text(local('成本中心', 'Cost centre', 'コストセンター'), 'cost_centre', 'costCentre'),
  gender: {
    type: 'choice',
    title: local('性别', 'Gender', '性別'),
    value: sql`e.gender`,
    options: { values: genders, words: 'gender' },
    turnedBy: ['gender'],
  },
  account: text(local('账号', 'Account', 'アカウント'), 'account', 'account'),
  name: text(local('姓名', 'Name', '氏名'), 'name', 'name'),
  nameEn: text(local('英文名', 'Name in English', '英語名'), 'name_en', 'nameEn'),
  employeeNo: text(local('工号', 'Employee number', '社員番号'), 'employee_no', 'employeeNo'),
  email: text(local('邮箱', 'E-mail', 'メール'), 'email', 'email'),
  expiresAt: { type: 'date', title: local('到期日', 'Ends on', '有効期限'), value: dayOf('expires_at'), turnedBy: ['expiresAt'] },
  createdAt: { type: 'date', title: local('创建日期', 'Created on', '作成日'), value: dayOf('created_at'), turnedBy: [] },
  status: {
    type: 'choice',
    title: local('状态', 'Status', '状態'),
    value: sql`e.status`,
    options: { values: ['active', 'pending', 'disabled', 'quarantined'], words: 'status' },
    turnedBy: ['status'],
  },
  lastSignIn: {
    type: 'date',
    title: local('最近登录', 'Last signed in', '最終サインイン'),
    value: sql`(select (to_timestamp(seen.at / 1000.0) at time zone coalesce((select time_zone from muc_setting), ${serverZone}))::date
      from last_sign_in seen where seen.uid = e.id)`,
    turnedBy: [signedIn],
  },
  source: {
    type: 'choices',
    title: local('用户来源', 'User source', 'ユーザーソース'),
    value: sql`(select jsonb_agg(tied.code order by tied.code) from source_link tie join source tied on tied.id = tie.source_id
      where tie.object_id = e.id and tie.object_kind = 'employee' and tie.state = 'linked')`,
    stored: 'source',
    turnedBy: ['source'],
  },
  several: {
    type: 'boolean',
    title: local('属于多个部门', 'In several departments', '複数の部門に所属'),
    value: sql`e.several`,
    turnedBy: ['assignments'],
  },
  devicePlatform: {
    type: 'choices',
    title: local('已绑定设备的平台', 'Platform of a bound device', 'バインド済みデバイスのプラットフォーム'),
    value: sql`(select jsonb_agg(distinct used.platform::text) from device_binding tie join device used on used.id = tie.device_id
      where tie.employee_id = e.id and tie.state = 'bound')`,
    options: { values: platformKeys, labels: platformLabels },
    turnedBy: ['device'],
  },
  inCrowd: { type: 'crowd', title: local('人群', 'Dynamic group', 'グループ'), turnedBy: [] },
};
