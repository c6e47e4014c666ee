import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { propertyPage as page } from '../common/permissions.ts';
import { notifyingTerminals } from './property-changes.ts';

const base = tableKind({
  kind: 'property',
  module: 'property',
  codes: { read: page.code, revert: page.button.update },
  table: 'property',
  name: 'key',
  fields: {
    namespace: { column: 'namespace' },
    key: { column: 'key' },
    type: { column: 'type' },
    default: { column: 'default_value' },
    rules: { column: 'rules' },
    description: { column: 'description' },
    exposure: { column: 'exposure' },
    secret: { column: 'secret' },
    deprecated: { column: 'deprecated' },
  },
  unique: { property_key: 'key' },
  check: async (tx, _caller, operations) => {
    const declared = await tx
      .selectFrom('property')
      .select(['key'])
      .where(
        'id',
        'in',
        operations.map(({ id }) => id),
      )
      .where('module', 'is not', null)
      .executeTakeFirst();
    if (declared) throw new Refusal(11046, { key: declared.key });
    return new Map();
  },
});

/** Properties in the change engine. Those that the product declares are changed by it alone. */
export const propertyKind = notifyingTerminals(siteKind(base));
