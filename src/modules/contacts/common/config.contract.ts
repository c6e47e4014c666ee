import { bool, choice, integer } from '#kit/common/crud/fields.ts';
import { settingContract, type SettingValues } from '#kit/common/setting/setting-contract.ts';
import { expected } from './role.contract.ts';
import { contactAuth } from './permissions.ts';

/** How terminals show the directory. */
export const contactSetting = settingContract({
  module: 'contacts',
  kind: 'contactConfig',
  path: 'contact/config',
  access: { read: contactAuth.button.config, write: contactAuth.button.config },
  answers: 'editor',
  summary: { get: 'How terminals show the directory', update: 'Changes how terminals show the directory' },
  update: { scope: 'employee', errors: [20050] },
  carries: { expect: expected.optional() },
  fields: {
    directoryOn: bool(),
    treeOn: bool(),
    /** A viewer always sees the managers above and the reports below. */
    reportingLineAlways: bool(),
    sortPeople: choice(['department', 'name', 'jobLevel']),
    nameFormat: choice(['name', 'nameAlias', 'nameEn', 'byLanguage']),
    showCounts: choice(['none', 'direct', 'total']),
    showEmptyDepts: bool(),
    showManagersFirst: bool(),
    showDisabled: bool(),
    /** So many last levels of a department's path stand on the card; null: from the company. */
    departmentPathDepth: integer(1, 10).nullable(),
    searchMin: integer(1, 4),
    searchLimit: integer(10, 200),
    offlineMode: choice(['none', 'ownDept', 'visible']),
    offlineMax: integer(1, 20_000),
    offlineTtlHours: integer(1, 720),
    watermark: bool(),
    /** Values that a viewer may have shown clear in a day, over all fields. */
    revealPerDay: integer(1, 1000),
    /** Cards of different people that a viewer may open. */
    scrapePerHour: integer(50, 5000),
    scrapePerDay: integer(50, 50_000),
    scrapeAction: choice(['alarm', 'alarmBlock']),
    groupMinimum: choice(['nameAvatar', 'name']),
  },
});

/** The values alone. */
export const contactConfigFields = contactSetting.values;
/** How terminals show the directory. */
export type ContactConfig = SettingValues<typeof contactSetting>;

/** Reads and changes how terminals show the directory. */
export const { get: contactConfigGet, update: contactConfigUpdate } = contactSetting;
