import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { useRequestedAction } from '#kit/console/routes/use-requested-action.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingRows } from '#kit/console/states/waiting.tsx';
import { employeeList } from '../common/employee.contract.ts';
import { userManagement as page } from '../common/permissions.ts';
import { ChosenDepartment } from './department/chosen-department.tsx';
import { DepartmentTree } from './department/department-tree.tsx';
import { PeopleList } from './list/people-list.tsx';
import { PeopleTools } from './list/people-tools.tsx';
import { useLifeView } from './life/use-life-view.ts';
import { useView } from './use-view.ts';

// The page opens with its list; what a click opens comes with the click.
const AddEmployee = later('employee-form', async () => (await import('./person/employee-form.tsx')).AddEmployee);
const EmployeeDrawer = later('employee-drawer', async () => (await import('./person/employee-drawer.tsx')).EmployeeDrawer);
const DepartmentDrawer = later('department-drawer', async () => (await import('./department/department-drawer.tsx')).DepartmentDrawer);
const DepartmentList = later(
  'department-list',
  async () => (await import('./department/department-list.tsx')).DepartmentList,
  <WaitingRows />,
);
const MergeDepartments = later(
  'merge-departments',
  async () => (await import('./department/merge-departments.tsx')).MergeDepartments,
  <WaitingRows />,
);
const PeopleSettings = later('people-settings', async () => (await import('./list/people-settings.tsx')).PeopleSettings, <WaitingRows />);
const RecycleBin = later('recycle-bin', async () => (await import('./list/recycle-bin.tsx')).RecycleBin, <WaitingRows />);

const LifeList = later('life-list', async () => (await import('./life/life-list.tsx')).LifeList, <WaitingRows />);
const LifeView = later('life-view', async () => (await import('./life/life-view.tsx')).LifeView, <WaitingRows />);

/** Departments and employees: the tree chooses, the lists beside it show who and what is there, drawers show one of them. */
export default function PeoplePage(): ReactElement {
  const [{ view }, show] = useView();
  const [search] = useSearchParams();
  const back = (): void => show({ view: undefined });
  if (view === 'settings') return <PeopleSettings onBack={back} />;
  if (view === 'merge')
    return (
      <MergeDepartments
        source={search.get('sources') ?? undefined}
        onDone={(target) => show({ view: undefined, ...(target !== undefined && { dept: target }) })}
      />
    );
  return <Lists />;
}

function Lists(): ReactElement {
  const t = useT('user-centre');
  const title = useCodeName(page.code);
  const [{ dept, emp, unit }, show] = useView();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<string>();
  useRequestedAction('add', () => setAdding(true));
  const [life, showLife] = useLifeView();
  const people = useList(employeeList, { searchKey: 'text', fixed: dept === undefined ? {} : { departmentId: dept } });
  const add = (
    <Permit code={page.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  if (life) return <LifeView view={life} onClose={() => showLife(undefined)} />;
  return (
    <PageFrame
      title={title}
      help={t('people.help')}
      actions={
        <>
          <PeopleTools list={people} onSettings={() => show({ view: 'settings' })} />
          {add}
        </>
      }
      aside={<DepartmentTree selected={dept} onSelect={(id) => show({ dept: id })} onOpen={(id) => show({ unit: id })} />}
      asideTitle={t('people.tree')}
    >
      <ChosenDepartment id={dept} onOpen={(id) => show({ unit: id })} onClear={() => show({ dept: undefined })} />
      <DetailTabs
        tabs={[
          {
            key: 'people',
            label: t('people.tab.people'),
            children: <PeopleList list={people} inDepartment={dept !== undefined} add={add} onOpen={(id) => show({ emp: id })} />,
          },
          {
            key: 'depts',
            label: t('people.tab.departments'),
            children: <DepartmentList parentId={dept} onOpen={(id) => show({ unit: id })} />,
          },
          {
            key: 'lifecycle',
            label: t('people.tab.lifecycle'),
            children: <LifeList departmentId={dept} onOpen={(id) => show({ emp: id })} />,
          },
          {
            key: 'recycle',
            label: t('people.tab.recycle'),
            children: <RecycleBin departmentId={dept} onOpen={(id) => show({ emp: id })} />,
          },
        ]}
      />
      {adding && (
        <AddEmployee
          departmentId={dept}
          onSaved={(id) => {
            setAdded(id);
            show({ emp: id });
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {emp !== undefined && <EmployeeDrawer id={emp} isNew={emp === added} onClose={() => show({ emp: undefined })} />}
      {unit !== undefined && <DepartmentDrawer id={unit} onClose={() => show({ unit: undefined })} />}
    </PageFrame>
  );
}
