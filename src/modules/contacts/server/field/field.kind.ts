import { sql } from 'kysely';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { clock } from '#platform/clock.ts';
import { generalFieldPage as page } from '../../common/permissions.ts';
import { contactsChanged } from '../rule/changes.ts';
import { checkFields } from './field.check.ts';

const base = siteKind(
  tableKind({
    kind: 'contactField',
    module: 'contacts',
    codes: { read: page.code, revert: page.button.save },
    table: 'contact_field',
    name: 'fieldKey',
    fields: {
      fieldKey: { column: 'field_key', internal: true },
      order: { column: 'order_no' },
      places: { column: 'places' },
      section: { column: 'section' },
      label: { column: 'label' },
      visibleTo: { column: 'visible_to' },
      visibleRoles: { column: 'visible_roles' },
      mask: { column: 'mask' },
      reveal: { column: 'reveal' },
      searchable: { column: 'searchable' },
      filterable: { column: 'filterable' },
      copyable: { column: 'copyable' },
      editableBySelf: { column: 'editable_by_self' },
      action: { column: 'action' },
    },
    check: async (tx, caller, operations) => {
      await checkFields(tx, caller, operations);
      return new Map();
    },
  }),
);

/** Fields in the change engine: an object for each, so that the history says which changed; the set has one version. */
export const contactFieldKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await sql`update contact_field_set set version = version + 1, updated_at = ${clock.now()}, updated_by = ${caller.uid}`.execute(tx);
    await contactsChanged(tx);
  },
};
