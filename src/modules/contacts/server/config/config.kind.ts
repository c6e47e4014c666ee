import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { contactAuth } from '../../common/permissions.ts';
import { contactsChanged } from '../rule/news.ts';
import { configColumns } from './config.columns.ts';

const base = siteKind(
  tableKind({
    kind: 'contactConfig',
    module: 'contacts',
    codes: { read: contactAuth.button.config, revert: contactAuth.button.config },
    table: 'contact_config',
    name: 'nameFormat',
    fields: Object.fromEntries(Object.entries(configColumns).map(([name, column]) => [name, { column }])),
  }),
);

/** The settings of the directory in the change engine: one object, for the whole site. */
export const contactConfigKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await contactsChanged(tx);
  },
};
