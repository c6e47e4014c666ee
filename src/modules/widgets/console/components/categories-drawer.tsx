import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { useState } from 'react';
import { Button } from 'antd';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { widget, widgetCategory, type CategoryRow } from '../../common/widget.contract.ts';
import { widgetListPage } from '../../common/permissions.ts';

const categorySubject = subject('widgets', 'widgetCategory');
const F = fieldsOf(widgetCategory.draft);
const readings = [widgetCategory.list, widget.list];

/** The categories of widgets: their names, order, and whether terminals show them. */
export function CategoriesDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('widgets');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const list = useList(widgetCategory.list, { inAddress: false });
  const [edited, setEdited] = useState<CategoryRow | 'new'>();
  return (
    <Drawer
      open
      title={t('widget.manageCategories')}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      extra={
        <Permit code={widgetListPage.button.addCategory}>
          {(name) => (
            <Button type="primary" onClick={() => setEdited('new')}>
              {name}
            </Button>
          )}
        </Permit>
      }
    >
      <ListPanel
        subject={categorySubject}
        list={list}
        columns={[
          { name: 'name', as: 'local', sortable: false },
          {
            name: 'priority',
            sortable: false,
            cell: (row) => <MovePlace row={row} name={pick(row.name, language)} place={row.priority} endpoint={widgetCategory.reorder} />,
          },
          { name: 'widgets', as: 'number', sortable: false },
          { name: 'enabled', as: 'enum', sortable: false },
        ]}
        rowActions={(row) => (
          <RowActions name={pick(row.name, language)}>
            <Permit code={widgetListPage.button.updateCategory}>
              {(name) => (
                <Button type="text" onClick={() => setEdited(row)}>
                  {name}
                </Button>
              )}
            </Permit>
            <ActionButton
              endpoint={widgetCategory.delete}
              type="text"
              names={[pick(row.name, language)]}
              input={{ ids: [row.id] }}
              invalidates={readings}
            />
          </RowActions>
        )}
      />
      {edited && <CategoryForm edited={edited} onClose={() => setEdited(undefined)} />}
    </Drawer>
  );
}

/** The form of a new category, or of one that is changed. */
function CategoryForm({ edited, onClose }: { edited: CategoryRow | 'new'; onClose: () => void }): ReactElement {
  const shared = { subject: categorySubject, invalidates: readings, undoable: true, onClose };
  const fields = (
    <>
      <F.name as="local" />
      <F.enabled />
    </>
  );
  if (edited === 'new')
    return (
      <DrawerForm {...shared} endpoint={widgetCategory.add} initial={{ enabled: true }}>
        {fields}
      </DrawerForm>
    );
  return (
    <DrawerForm
      {...shared}
      endpoint={widgetCategory.update}
      initial={{ name: edited.name, enabled: edited.enabled }}
      target={{ id: edited.id, version: edited.version }}
    >
      {fields}
    </DrawerForm>
  );
}
