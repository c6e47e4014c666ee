/** How a row of a range names people. */
export const rangeRowKinds = [
  'all',
  'ownDept',
  'ownDeptBelow',
  'ownCompany',
  'reportingLine',
  'depts',
  'crowds',
  'employees',
  'self',
] as const;
/** One of the ways in which a row of a range names people. */
export type RangeRowKind = (typeof rangeRowKinds)[number];
/** Kinds whose rows carry ids. */
export const namedRowKinds: readonly RangeRowKind[] = ['depts', 'crowds', 'employees'];

/** What finds a person beyond the search range when it is typed whole. */
export const exactFields = ['account', 'employeeNo', 'mobile', 'email'] as const;
/** One of the fields that find a person when they are typed whole. */
export type ExactField = (typeof exactFields)[number];

/** Functions in their groups, as the page shows them. */
export const functionGroups = {
  person: ['person.card', 'person.favourite', 'person.shareCard', 'person.reportingLine'],
  reach: ['reach.chat', 'reach.groupChat', 'reach.audioCall', 'reach.videoCall', 'reach.meeting', 'reach.mail'],
  number: ['number.dial', 'number.sms', 'number.copy', 'number.reveal', 'number.saveToPhonebook'],
  dept: ['dept.browse', 'dept.counts', 'dept.createGroup', 'dept.selectAll'],
  directory: ['directory.search', 'directory.filter', 'directory.offline', 'directory.export'],
} as const;
/** What a terminal may do with the directory. */
export type ContactFunction = (typeof functionGroups)[keyof typeof functionGroups][number];
const { person, reach, number, dept, directory } = functionGroups;
/** Every function. */
export const contactFunctions: readonly [ContactFunction, ...ContactFunction[]] = [
  'person.card',
  ...person.slice(1),
  ...reach,
  ...number,
  ...dept,
  ...directory,
];
const risky: readonly ContactFunction[] = ['number.saveToPhonebook', 'dept.selectAll', 'directory.offline', 'directory.export'];
/** What contact roles can give; by the risky ones much leaves at once. */
export const contactWords = { functions: contactFunctions, groups: functionGroups, risky };

/** Fields of a person that terminals can show, in their first order. */
export const fieldKeys = [
  'name',
  'alias',
  'nameEn',
  'account',
  'employeeNo',
  'gender',
  'birthday',
  'mobile',
  'workPhone',
  'email',
  'personalEmail',
  'title',
  'jobLevel',
  'departments',
  'manager',
  'dottedManagers',
  'reports',
  'workplace',
  'employmentType',
  'hireDate',
  'localTime',
  'remark',
] as const;
/** One of the product's own fields. */
export type OwnField = (typeof fieldKeys)[number];
/** A field of a person that terminals can show; extra ones by their code. */
export type FieldKey = OwnField | `extra.${string}`;
/** The code of an extra field in its key; undefined for the product's own. */
export const extraCodeIn = (key: string): string | undefined => (key.startsWith('extra.') ? key.slice('extra.'.length) : undefined);
/** Whether a field is one of the product's own. */
export const isOwnField = (key: FieldKey): key is OwnField => fieldKeys.some((one) => one === key);
/** Fields that everybody sees of whoever they see. */
export const openFields: readonly FieldKey[] = ['name', 'departments'];
/** Fields that are opened to everybody only with the password. */
export const sensitiveFieldKeys: readonly FieldKey[] = ['personalEmail', 'birthday', 'hireDate', 'jobLevel', 'gender'];

/** Where a field is shown. */
export const places = ['card', 'list', 'search', 'chat', 'picker'] as const;
/** One of the places where a field is shown. */
export type Place = (typeof places)[number];
/** How many fields a place takes beside the name; the card takes all. */
export const placeRoom: Readonly<Partial<Record<Place, number>>> = { list: 2, search: 3, chat: 2, picker: 2 };

/** Who reads a field: the union of what is named. */
export const audiences = ['everyone', 'sameDept', 'sameDeptBelow', 'sameCompany', 'reportingLine', 'roles', 'nobody'] as const;
/** One of the groups of viewers of a field. */
export type Audience = (typeof audiences)[number];
/** How much of a value is hidden. */
export const masks = ['none', 'middle', 'all'] as const;
/** How much of a value is hidden. */
export type Mask = (typeof masks)[number];
/** How a field is searched; name, pinyin and initials always are. */
export const searchWays = ['no', 'exact', 'prefix', 'contains'] as const;
/** How a field is searched. */
export type SearchWay = (typeof searchWays)[number];
/** What a touch on a value does. */
export const fieldActions = ['none', 'chat', 'dial', 'sms', 'mail', 'map', 'url'] as const;
/** What a touch on a value does. */
export type FieldAction = (typeof fieldActions)[number];

/** What a special user rule does with whom it protects. */
export const specialModes = ['hidden', 'searchOnly', 'limited', 'protected'] as const;
/** What a special user rule does. */
export type SpecialMode = (typeof specialModes)[number];
/** Who stands in a list of people, departments and crowds. */
export const memberKinds = ['employee', 'department', 'crowd'] as const;
/** Who stands in a list. */
export type ListMemberKind = (typeof memberKinds)[number];

/** What decided about a pair: the number of the step in the one rule, and by which rule. */
export const deciders = ['target', 'self', 'whitelist', 'special', 'line', 'role', 'exact', 'nothing'] as const;
/** What decided about a pair. */
export type Decider = (typeof deciders)[number];
