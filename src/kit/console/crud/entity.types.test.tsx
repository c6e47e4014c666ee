import { expect, test } from 'vitest';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDraft, CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, codeText, ends, integer, longText, refers, text } from '#kit/common/crud/fields.ts';
import { menu } from '#kit/common/permission.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { entityFields as EntityFields } from '../form/entity-fields.tsx';
import type { CrudPage as Page } from './crud-page.tsx';
import type { CrudPanel as Panel } from './crud-panel.tsx';

/** Held by tsc: every wrong use below must not compile. Nothing is drawn, so the parts are known by their types only. */
declare const CrudPanel: typeof Panel;
declare const CrudPage: typeof Page;
declare const entityFields: typeof EntityFields;

const page = menu({
  code: 'lamps',
  title: { zh_CN: '灯', en_US: 'Lamps', ja_JP: 'ランプ' },
  order: 1,
  buttons: ['add', 'update', 'delete', 'enable', 'disable'],
});
const common = {
  module: 'kit',
  kind: 'lamp',
  path: 'lamps/lamp',
  title: { zh_CN: '灯', en_US: 'Lamp', ja_JP: 'ランプ' },
  page,
} as const;
const fields = {
  name: text(100).unique().searched(),
  code: codeText().nullable(),
  type: choice(['desk', 'hall']).immutable().filtered(),
  priority: integer(1, 9).default(5),
  note: longText().secret(),
  departmentId: refers('department').filtered(),
  until: ends(),
};
const lamp = crudContract({ ...common, scope: { by: 'departmentId' }, fields });

/** Never called. */
export function cases() {
  const F = entityFields(lamp);
  const row: CrudRow<typeof lamp> = Object.create(null) as CrudRow<typeof lamp>;
  const draft: CrudDraft<typeof lamp> = Object.create(null) as CrudDraft<typeof lamp>;
  const known: [string, string | null, 'desk' | 'hall', boolean, boolean, string, number | null] = [
    row.name,
    row.code,
    row.type,
    row.hasNote,
    row.enabled,
    row.departmentName,
    row.until,
  ];
  crudServer(lamp, {
    table: 'lamp',
    check: async (_tx, _caller, operations) => {
      for (const { after } of operations) {
        const next: number | undefined = after?.priority;
        // @ts-expect-error the entity has no such field
        if (next === 1) return after?.colour;
      }
      return new Map();
    },
  });
  // @ts-expect-error a secret is never answered
  row.note.trim();
  // @ts-expect-error what the verb sets is not entered
  draft.enabled.valueOf();
  // @ts-expect-error what is immutable is not changed
  lamp.update.input.shape.type.parse('desk');
  // @ts-expect-error it has no such verb
  lamp.reorder.path.trim();
  // @ts-expect-error only fields that name a department or a person are a range
  crudContract({ ...common, scope: { by: 'name' }, fields });
  // @ts-expect-error the page has no button for the verb
  crudContract({ ...common, scope: 'none', fields, also: ['export'] });
  return [
    known,
    <CrudPanel key="1" entity={lamp} columns={['name', 'code', 'departmentId', 'until', { name: 'enabled', as: 'enum' }]} />,
    <CrudPage key="2" page={page} entity={lamp} columns={['name']} form={<F.departmentId />} rowActions={({ name }) => name.trim()} />,
    // @ts-expect-error the rows have no such column
    <CrudPanel key="3" entity={lamp} columns={['name', 'colour']} />,
    // @ts-expect-error the rows have no such field
    <CrudPanel key="4" entity={lamp} columns={['name']} rowActions={({ colour }) => colour} />,
    // @ts-expect-error the draft has no such field
    <F.colour key="5" />,
  ];
}

test('an entity without a verb has neither its operation nor its field', () => {
  const plain = crudContract({ ...common, scope: 'none', fields: { name: text() }, without: ['enable', 'disable', 'delete'] });
  expect(Object.keys(plain.row.shape)).not.toContain('enabled');
  expect('delete' in plain).toBe(false);
  expect(plain.verbs).toEqual(['list', 'get', 'add', 'update']);
});
