import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformKeys } from '#kit/common/client/platforms.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPage } from '#kit/console/page/list-page.tsx';
import { useWords, wordsOf } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { sysRole } from '#modules/system/common/role.contract.ts';
import { propertyPage as page } from '../common/permissions.ts';
import { propertyAdd, propertyList, propertyRemove, type PropertyRow } from '../common/property.contract.ts';
import { propertyExport, propertyImportPreview } from '../common/value.contract.ts';
import { Namespaces } from './components/namespaces.tsx';
import { ValueText } from './components/value-text.tsx';
import { property, propertyValue } from './subjects.ts';

const PropertyDrawer = later('property-drawer', async () => (await import('./components/property-drawer.tsx')).PropertyDrawer);
const AddProperty = later('property-form', async () => (await import('./components/property-form.tsx')).AddProperty);
const ResolveDialog = later('property-resolve', async () => (await import('./components/resolve-dialog.tsx')).ResolveDialog);
const ImportDialog = later(
  'import-dialog',
  async () => (await import('#kit/console/change/import-dialog.tsx')).ImportDialog<typeof propertyImportPreview, typeof propertyExport>,
);

const columns: readonly Column<PropertyRow, typeof property>[] = [
  { name: 'key', as: 'code' },
  { name: 'type', as: 'enum' },
  { name: 'value', as: 'text', sortable: false, wrap: true, cell: (row) => <ValueText value={row.value} type={row.type} /> },
  { name: 'from', sortable: false, cell: (row) => <From row={row} /> },
  { name: 'overrides', as: 'number', sortable: false },
  { name: 'exposure', as: 'enum', sortable: false },
  {
    name: 'default',
    as: 'text',
    sortable: false,
    optional: true,
    wrap: true,
    cell: (row) => <ValueText value={row.default} type={row.type} />,
  },
  { name: 'namespace', as: 'code', sortable: false, optional: true },
  { name: 'updatedAt', as: 'time' },
];

function From({ row }: { row: PropertyRow }): ReactElement {
  return <>{[wordsOf(propertyValue).value('scopeKind', row.from.scopeKind), row.from.name].filter((part) => part !== '').join(': ')}</>;
}

/** What can be set, and what holds: for the site, or for whom the filters name. */
export default function PropertyPage(): ReactElement {
  const t = useT('property');
  const title = useCodeName(page.code);
  const words = useWords(property);
  const may = useMay();
  const list = useList(propertyList, { searchKey: 'text' });
  const chosen = useChosen();
  const adding = useActionName(propertyAdd);
  const [open, setOpen] = useState<'resolve' | 'import'>();
  const stands = list.state.filters['namespace'];
  const namespace = typeof stands === 'string' ? stands : undefined;
  return (
    <ListPage
      title={title}
      help={words.own('help') ?? ''}
      subject={property}
      list={list}
      columns={columns}
      aside={<Namespaces chosen={namespace} onChoose={(next) => list.move({ filters: { namespace: next } })} />}
      asideTitle={t('namespaces.title')}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="type" />
          <EnumFilter list={list} name="overridden" />
          <EnumFilter list={list} name="exposure" />
          <PickFilter list={list} name="empId">
            <EmployeePicker placeholder={t('at.employee')} />
          </PickFilter>
          <MoreFilters list={list} names={['departmentId', 'crowdId', 'roleId', 'app', 'platform', 'secret', 'deprecated']}>
            <PickFilter list={list} name="departmentId">
              <DepartmentPicker placeholder={t('field.departmentId')} />
            </PickFilter>
            <PickFilter list={list} name="crowdId">
              <CrowdPicker />
            </PickFilter>
            {may(sysRole.search) && (
              <PickFilter list={list} name="roleId">
                <RolePicker search={sysRole.search} />
              </PickFilter>
            )}
            <SearchFilter list={list} name="app" />
            <ChoiceFilter list={list} name="platform" options={platformKeys.map((value) => ({ value, label: t(`platform.${value}`) }))} />
            <EnumFilter list={list} name="secret" />
            <EnumFilter list={list} name="deprecated" />
          </MoreFilters>
        </>
      }
      actions={
        <>
          <Permit code={page.button.resolve}>{(name) => <Button onClick={() => setOpen('resolve')}>{name}</Button>}</Permit>
          <Permit code={page.button.import}>{(name) => <Button onClick={() => setOpen('import')}>{name}</Button>}</Permit>
          <ExportButton endpoint={propertyExport} input={(format) => ({ format, ...(namespace !== undefined && { namespace }) })} />
          {adding.granted && (
            <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
              {adding.name}
            </Button>
          )}
        </>
      }
      rowActions={(row) =>
        row.module === null && (
          <ObjectActions endpoints={{ list: propertyList, remove: propertyRemove }} id={row.id} name={row.key} object={row} />
        )
      }
      onOpen={(row) => chosen.show(row.id)}
      empty={words.own('empty')}
    >
      {chosen.id !== undefined && <PropertyDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
      {chosen.adding && adding.granted && <AddProperty namespace={namespace} onSaved={chosen.show} onClose={chosen.close} />}
      {open === 'resolve' && <ResolveDialog namespace={namespace} onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog title={t('import.title')} start={propertyImportPreview} onClose={() => setOpen(undefined)} />}
    </ListPage>
  );
}
