import { modules } from '../../src/app/modules.ts';
import { placeOf } from '../../src/kit/common/crud/crud-contract.ts';
import type { CrudVerb } from '../../src/kit/common/crud/crud-types.ts';
import { columnOf } from '../../src/kit/common/crud/field.ts';
import { fieldList, fieldSave } from '../../src/modules/contacts/common/field.contract.ts';
import { authSettingAdd, authSettingList } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { resourceSave } from '../../src/modules/system/common/resource.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { House } from '../access/house.ts';
import { entities, entityTry, operationOf } from './entity-samples.ts';
import { trySamples } from './try/samples.ts';

type Values = Record<string, unknown>;
type Make = (house: House) => Promise<Values>;
/** An operation with what makes an input for it. */
type Asked = readonly [path: string, make: Make];

/**
 * How the order of a kind is changed: the operation that adds one at the end (as its try does), the one that puts several in order, and the
 * SQL of places that two hold at once. `free`: why there is no order to keep.
 */
export type OrderSample = { readonly add?: Asked; readonly reorder: Asked; readonly shared: string } | { readonly free: string };

let made = 0;
const word = (): string => `order${(made += 1)}`;
const tried = (path: string): Asked => [path, trySamples[path]!];
const shared = (table: string, place: string, among = '1'): string =>
  `select ${among}, ${place} from ${table} group by ${among === '1' ? place : `${among}, ${place}`} having count(*) > 1`;

/** Declared entities that have an order: what their fields and verbs say is all that is needed. */
function entityOrders(): Record<string, OrderSample> {
  const samples: Record<string, OrderSample> = {};
  for (const entity of entities) {
    const place = placeOf(entity.fields);
    if (place === undefined || !entity.verbs.includes('reorder')) continue;
    const asked = (verb: CrudVerb): Asked => {
      const operation = operationOf(entity, verb);
      return [operation.path, async (house) => (await entityTry(house, operation))!];
    };
    const { table } = modules.flatMap(({ kinds }) => kinds ?? []).find(({ kind }) => kind === entity.kind)!.kept![0]!;
    samples[entity.kind] = {
      ...(entity.verbs.includes('add') && { add: asked('add') }),
      reorder: asked('reorder'),
      shared: shared(
        table,
        columnOf(place, entity.fields[place]!),
        entity.fields[place]!.traits.within?.map((name) => columnOf(name, entity.fields[name]!)).join(', ') || '1',
      ),
    };
  }
  return samples;
}

/** A sample for every kind one field of which is its place. */
export const orderSamples: Readonly<Record<string, OrderSample>> = {
  ...entityOrders(),
  department: {
    add: [departmentAdd.path, async () => ({ parentId: rootDepartmentId, name: { zh_CN: word() } })],
    reorder: tried('muc/dept/reorder'),
    shared: shared('department', 'order_no', 'parent_id'),
  },
  extraField: { add: tried('muc/extra/add'), reorder: tried('muc/extra/reorder'), shared: shared('extra_field', 'order_no', 'target') },
  resource: {
    add: [resourceSave.path, async () => ({ code: word(), names: { zh_CN: 'x' }, parent: null })],
    reorder: tried('sys/resource/reorder'),
    shared: `select parent, order_no from resource where origin = 'custom' group by parent, order_no having count(*) > 1`,
  },
  contactRole: {
    reorder: tried('role/contact/reorder'),
    shared: 'select order_no from contact_role where order_no > 0 group by order_no having count(*) > 1',
  },
  cpdRole: { add: tried('role/cpd/save'), reorder: tried('contact/special/reorder'), shared: shared('contact_special', 'priority') },
  memberLimit: { add: tried('im/memberLimit/add'), reorder: tried('im/memberLimit/reorder'), shared: shared('member_limit', 'priority') },
  authSetting: {
    add: [
      authSettingAdd.path,
      async () => ({
        kind: 'oidc',
        code: word(),
        name: { zh_CN: 'x' },
        oidc: { issuer: 'https://id.example.com', clientId: 'wheelhouse' },
        match: { attribute: 'sub', field: 'account' },
        secret: 'a secret word',
      }),
    ],
    reorder: [
      'sys/authSetting/reorder',
      async ({ boss }) => ({ ids: (await boss.call(authSettingList, {})).list.map(({ id }) => id).toReversed() }),
    ],
    shared: shared('auth_setting', 'order_no'),
  },
  contactField: {
    reorder: [
      fieldSave.path,
      async ({ boss }) => {
        const { version, fields } = await boss.call(fieldList, {});
        return { version, fields: fields.toReversed() };
      },
    ],
    shared: shared('contact_field', 'order_no'),
  },
  employee: { free: 'its place in a department is a number that an administrator chooses; several may have the same' },
  source: { free: 'its priority is a number that an administrator chooses; several may have the same' },
  propertyValue: { free: 'its priority is a number that an administrator chooses; several may have the same' },
};
