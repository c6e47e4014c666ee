import { SettingOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { platformNames } from '#kit/common/client/platforms.ts';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { widgetDetailPage, widgetListPage } from '../common/permissions.ts';
import { widget, widgetCategory, widgetOffline, widgetOnline, type WidgetRow } from '../common/widget.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { WidgetIcon } from './components/icon-input.tsx';
import { widgetRoute } from './components/widget-routes.ts';
import './components/widgets.css';

const CategoriesDrawer = later('widget-categories', async () => (await import('./components/categories-drawer.tsx')).CategoriesDrawer);
const WidgetForm = later('widget-form', async () => (await import('./components/widget-form.tsx')).WidgetForm);

const colours = { 1: 'default', 2: 'blue', 3: 'gold' } as const;

/** Widgets by category, in their order. */
export default function WidgetListPage(): ReactElement {
  const t = useT('widgets');
  const title = useCodeName(widgetListPage.code);
  const [language] = useLanguage();
  const columns: EntityProps<typeof widget>['columns'] = [
    { name: 'name', cell: (row) => <Name row={row} /> },
    { name: 'widgetIdentifier', as: 'code' },
    'kind',
    'categoryId',
    {
      name: 'platforms',
      optional: true,
      cell: ({ platforms }) =>
        platforms.length === 5 ? t('widget.allCategories') : platforms.map((one) => platformNames[one]).join(' · '),
    },
    'versionName',
    { name: 'status', cell: ({ status }) => <Tag color={colours[status]}>{t(`widget.status.${status}`)}</Tag> },
    'audience',
    { name: 'opened', as: 'number', sortable: false },
    'priority',
    { name: 'ownerDeptId', optional: true },
  ];
  return (
    <PageFrame title={title} help={t('widgets.help')} aside={<Categories />} asideTitle={t('widgetCategory')}>
      <CrudPanel
        entity={widget}
        columns={columns}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="status" />
            <EnumFilter list={list} name="audience" />
            <PickFilter list={list} name="ownerDeptId">
              <DepartmentPicker />
            </PickFilter>
          </>
        )}
        form={(object) => <WidgetForm isNew={object === undefined} />}
        rowActions={(row) => <WidgetTurns widget={row} />}
        bulk={({ ids, rows, clear }) => (
          <>
            {([widgetOnline, widgetOffline] as const).map((endpoint) => (
              <ActionButton
                key={endpoint.path}
                endpoint={endpoint}
                names={rows.map(({ name }) => pick(name, language))}
                input={{ ids: [...ids] }}
                invalidates={[widget.list, widget.get]}
                onDone={clear}
              />
            ))}
          </>
        )}
      />
    </PageFrame>
  );
}

/** Puts a widget online or takes it offline, and leads to its page. */
function WidgetTurns({ widget: one }: { widget: Pick<WidgetRow, 'id' | 'name' | 'status'> }): ReactElement {
  const [language] = useLanguage();
  const t = useT('widgets');
  const navigate = useNavigate();
  const endpoint = one.status === widgetStatus.online ? widgetOffline : widgetOnline;
  return (
    <>
      <Permit code={widgetDetailPage.code}>
        <Button type="text" onClick={() => void navigate(widgetRoute(one.id))}>
          {t('widget.openIt')}
        </Button>
      </Permit>
      <ActionButton
        endpoint={endpoint}
        type="text"
        names={[pick(one.name, language)]}
        input={{ ids: [one.id] }}
        invalidates={[widget.list, widget.get]}
      />
    </>
  );
}

function Name({ row }: { row: WidgetRow }): ReactElement {
  const [language] = useLanguage();
  const name = pick(row.name, language);
  return (
    <span className="widgets-name">
      <WidgetIcon icon={row.icon} name={name} />
      {name}
    </span>
  );
}

/** Categories beside the list; choosing one narrows it. */
function Categories(): ReactElement {
  const t = useT('widgets');
  const [language] = useLanguage();
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  const { data } = useRead(widgetCategory.list, { pageSize: 100 });
  const chosen = search.get('categoryId');
  const choose = (id: string | null): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('categoryId');
      else next.set('categoryId', id);
      next.delete('page');
      return next;
    });
  const all = data?.list ?? [];
  return (
    <nav className="widgets-categories" aria-label={t('widgetCategory')}>
      <ul>
        {[null, ...all].map((one) => (
          <li key={one?.id ?? ''}>
            <button type="button" aria-current={chosen === (one?.id ?? null)} onClick={() => choose(one?.id ?? null)}>
              <span>{one ? pick(one.name, language) : t('widget.allCategories')}</span>
              {one && <small>{one.widgets}</small>}
            </button>
          </li>
        ))}
      </ul>
      <Button icon={<SettingOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('widget.manageCategories')}
      </Button>
      {open && <CategoriesDrawer onClose={() => setOpen(false)} />}
    </nav>
  );
}
