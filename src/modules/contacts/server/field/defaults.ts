import type { ContactField } from '../../common/field.contract.ts';
import { fieldKeys, searchWays, type FieldAction, type FieldKey, type OwnField, type Place, type SearchWay } from '../../common/words.ts';

const card: readonly Place[] = ['card'];
const nobody = { visibleTo: ['nobody'] } satisfies Partial<ContactField>;

const own: Readonly<Partial<Record<OwnField, Partial<ContactField>>>> = {
  name: { places: ['card', 'list', 'search', 'chat', 'picker'], searchable: 'contains' },
  alias: { places: [...card] },
  account: { places: ['card'], searchable: 'prefix' },
  employeeNo: { searchable: 'no' },
  gender: nobody,
  birthday: nobody,
  mobile: { mask: 'middle', reveal: true, action: 'dial' },
  workPhone: { action: 'dial' },
  email: { action: 'mail' },
  personalEmail: { ...nobody, action: 'mail' },
  title: { places: ['card', 'list', 'search', 'chat', 'picker'] },
  jobLevel: nobody,
  departments: { places: ['card', 'list', 'search', 'chat', 'picker'] },
  hireDate: nobody,
  workplace: { places: ['card'] },
};

/** How fields are shown as the product comes, in their order. */
export const defaultFields: readonly ContactField[] = fieldKeys.map((fieldKey) => ({
  fieldKey,
  places: [...card],
  section: '',
  label: null,
  visibleTo: ['everyone'],
  visibleRoles: [],
  mask: 'none',
  reveal: false,
  searchable: 'no',
  filterable: false,
  copyable: true,
  editableBySelf: false,
  action: 'none',
  ...own[fieldKey],
}));

/** What kind of value a field holds. */
export type FieldType = 'text' | 'choice' | 'phone' | 'email' | 'date' | 'person' | 'people' | 'departments' | 'clock';

/** What kind of value a field holds. */
export const fieldTypes: Readonly<Record<OwnField, FieldType>> = {
  name: 'text',
  alias: 'text',
  nameEn: 'text',
  account: 'text',
  employeeNo: 'text',
  gender: 'choice',
  birthday: 'date',
  mobile: 'phone',
  workPhone: 'phone',
  email: 'email',
  personalEmail: 'email',
  title: 'text',
  jobLevel: 'text',
  departments: 'departments',
  manager: 'person',
  dottedManagers: 'people',
  reports: 'people',
  workplace: 'text',
  employmentType: 'choice',
  hireDate: 'date',
  localTime: 'clock',
  remark: 'text',
};

/** What a touch may do, by the type of the value. */
export const actionsOf: Readonly<Record<FieldType, readonly FieldAction[]>> = {
  text: ['none', 'url', 'map'],
  choice: ['none'],
  phone: ['none', 'dial', 'sms'],
  email: ['none', 'mail'],
  date: ['none'],
  person: ['none', 'chat'],
  people: ['none'],
  departments: ['none'],
  clock: ['none'],
};

/** Column of the fields that can be searched beside the name. */
export const searchColumns: Readonly<Partial<Record<OwnField, string>>> = {
  account: 'account_key',
  employeeNo: 'employee_no',
  mobile: 'mobile',
  workPhone: 'work_phone',
  email: 'email_key',
  title: 'title',
  workplace: 'workplace',
  alias: 'alias',
  nameEn: 'name_en',
};
const beginning: readonly SearchWay[] = ['no', 'exact', 'prefix'];
/**
 * In which ways the product's own fields may be searched: names by the index that names have, account, number, mobile and address by their
 * beginning, the others by an index that is made once they are searched (find-index.ts).
 */
export const searchWaysOf: Readonly<Partial<Record<OwnField, readonly SearchWay[]>>> = {
  name: ['contains'],
  account: beginning,
  employeeNo: beginning,
  mobile: beginning,
  email: beginning,
  alias: searchWays,
  nameEn: searchWays,
  title: searchWays,
  workPhone: searchWays,
  workplace: searchWays,
};
/** Columns that have an index for searching only while they are searched. */
export const foundColumns: Readonly<Partial<Record<OwnField, string>>> = {
  title: 'title',
  workPhone: 'work_phone',
  workplace: 'workplace',
};
/** Fields by which a list can be narrowed. */
export const filterKeys: readonly FieldKey[] = ['gender', 'employmentType'];
