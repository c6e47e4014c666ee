import type { ContactField } from '../../common/field.contract.ts';
import { fieldKeys, type FieldAction, type FieldKey, type Place } from '../../common/words.ts';

const card: readonly Place[] = ['card'];
const nobody = { visibleTo: ['nobody'] } satisfies Partial<ContactField>;

const own: Readonly<Partial<Record<FieldKey, Partial<ContactField>>>> = {
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

type FieldType = 'text' | 'choice' | 'phone' | 'email' | 'date' | 'person' | 'people' | 'departments' | 'clock';

/** What kind of value a field holds. */
export const fieldTypes: Readonly<Record<FieldKey, FieldType>> = {
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
export const searchColumns: Readonly<Partial<Record<FieldKey, string>>> = {
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
/** Fields by which a list can be narrowed. */
export const filterKeys: readonly FieldKey[] = ['gender', 'employmentType'];
