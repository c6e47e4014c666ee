import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { sliceOf } from '#kit/common/change/diff.ts';
import { menu } from '#kit/common/permission.ts';
import { count, id, ids, pageOf, pageQuery, stamps, text, time, version } from '#kit/common/schema.ts';
import type { fieldsOf as FieldsOf } from '../form/fields-of.tsx';
import type { Column } from '../table/column.ts';
import type { CrudPage as Crud, CrudPageProps } from '../crud/crud-page.tsx';
import type { LogPage as Log, LogPageProps } from './log-page.tsx';
import type { SettingsPage as Settings, SettingsPageProps } from './settings-page.tsx';
import type { Subject } from './subject.ts';

/** Held by tsc: every wrong use below must not compile. Nothing is drawn, so the parts are known by their types only. */
declare const CrudPage: typeof Crud;
declare const LogPage: typeof Log;
declare const SettingsPage: typeof Settings;
declare const fieldsOf: typeof FieldsOf;

const page = menu({ code: 'lamps', route: '/lamps', title: { zh_CN: '灯', en_US: 'Lamps', ja_JP: 'ランプ' }, order: 1 });
const lamp: Subject<string, string> = { namespace: 'kit', kind: 'lamp' };
const row = z.object({ ...stamps, name: z.string(), enabled: z.boolean() });
type Row = z.output<typeof row>;
const open = { access: { signedIn: true }, summary: 'A lamp' } as const;
const write = { ...open, method: 'POST', audit: 'lamp.change' } as const;
const draft = z.strictObject({ name: text() });

const list = endpoint({
  ...open,
  method: 'GET',
  path: 'lamp/list',
  input: pageQuery(['name'] as const).extend({ text: text().optional() }),
  reply: pageOf(row),
});
const get = endpoint({ ...open, method: 'GET', path: 'lamp/get', input: z.object({ id: id() }), reply: row });
const add = endpoint({ ...write, path: 'lamp/add', input: draft, reply: z.object({ id: id() }) });
const update = endpoint({
  ...write,
  path: 'lamp/update',
  input: z.strictObject({ id: id(), version: version(), name: text().optional() }),
  reply: row,
});
const remove = endpoint({ ...write, path: 'lamp/delete', input: z.strictObject({ ids: ids() }), reply: count() });
const give = endpoint({ ...write, path: 'lamp/give', input: z.strictObject({ ids: ids(), to: id() }), reply: count() });
const plain = endpoint({
  ...open,
  method: 'GET',
  path: 'lamp/plain',
  input: z.object({}),
  reply: z.object({ id: id(), name: z.string() }),
});
const unversioned = endpoint({
  ...open,
  method: 'GET',
  path: 'lamp/short',
  input: pageQuery(['name'] as const),
  reply: pageOf(z.object({ id: id(), name: z.string() })),
});
const settings = endpoint({
  ...open,
  method: 'GET',
  path: 'lamp/settings',
  input: z.object({}),
  reply: z.object({ version: version(), name: z.string() }),
});
const saveSettings = endpoint({
  ...write,
  path: 'lamp/settings/update',
  input: z.strictObject({ version: version(), name: text().optional() }),
  reply: row,
});
const logged = endpoint({
  ...open,
  method: 'GET',
  path: 'lamp/log',
  input: z.object({ after: id().optional(), pageSize: z.int().optional(), from: time().optional(), to: time().optional() }),
  reply: sliceOf(row),
});

const columns: readonly Column<Row, typeof lamp>[] = [{ name: 'name' }, { name: 'enabled', as: 'boolean' }];
const short: readonly Column<{ id: string; name: string }, typeof lamp>[] = [{ name: 'name' }];
const common = { page, subject: lamp, columns };

/** Never called. */
export function cases() {
  const F = fieldsOf(draft);
  return [
    <CrudPage key="1" {...common} endpoints={{ list, get, add, update, remove }} search="text" form={<F.name />} />,
    <CrudPage key="2" {...common} endpoints={{ list, remove }} rowActions={({ name }) => name.trim()} />,
    // @ts-expect-error an endpoint that does not answer a list is no list
    <CrudPage key="3" {...common} endpoints={{ list: get }} />,
    // @ts-expect-error what adds needs a form
    <CrudPage key="4" {...common} endpoints={{ list, add }} />,
    // @ts-expect-error an action that needs more than ids is not one of the page's own
    <CrudPage key="5" {...common} endpoints={{ list, remove: give }} />,
    // @ts-expect-error objects without a version can't be updated
    <CrudPage key="6" page={page} subject={lamp} columns={short} endpoints={{ list: unversioned, update }} form={<F.name />} />,
    // @ts-expect-error the rows have no such column
    <CrudPage key="7" page={page} subject={lamp} columns={[{ name: 'colour', label: 'Colour' }]} endpoints={{ list }} />,
    // @ts-expect-error the list has no such filter to search by
    <CrudPage key="8" {...common} endpoints={{ list }} search="colour" />,
    // @ts-expect-error the rows have no such field
    <CrudPage key="9" {...common} endpoints={{ list }} rowActions={({ colour }) => colour} />,
    // @ts-expect-error the draft has no such field
    <F.colour key="10" />,
    <SettingsPage key="11" page={page} subject={lamp} get={settings} update={saveSettings}>
      <F.name />
    </SettingsPage>,
    // @ts-expect-error settings without a version would be written over one another
    <SettingsPage key="12" page={page} subject={lamp} get={plain} update={saveSettings}>
      <F.name />
    </SettingsPage>,
    <LogPage key="13" {...common} list={logged} />,
    // @ts-expect-error a log is read with a cursor and a span of time
    <LogPage key="14" {...common} list={list} />,
  ];
}

// A prop that is missing here does not compile; one too many fails below.
const crudProps: Record<keyof CrudPageProps<{ list: typeof list }, Subject>, true> = {
  page: true,
  subject: true,
  endpoints: true,
  columns: true,
  search: true,
  filters: true,
  form: true,
  valuesOf: true,
  facts: true,
  rowActions: true,
  bulk: true,
  journal: true,
};
const settingsProps: Record<keyof SettingsPageProps<typeof settings, typeof saveSettings>, true> = {
  page: true,
  subject: true,
  get: true,
  update: true,
  target: true,
  children: true,
  valuesOf: true,
  invalidates: true,
  actions: true,
  journal: true,
};
const logProps: Record<keyof LogPageProps<typeof logged, Subject>, true> = {
  page: true,
  subject: true,
  list: true,
  get: true,
  export: true,
  columns: true,
  search: true,
  filters: true,
  facts: true,
  above: true,
  detail: true,
};

test.each([crudProps, settingsProps, logProps])('a page of level 3 has at most twelve props', (props) => {
  expect(Object.keys(props).length).toBeLessThanOrEqual(12);
});
