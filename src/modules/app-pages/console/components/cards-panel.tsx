import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { platformCard, tagWidgets, type PlatformCardRow } from '../../common/page.contract.ts';
import { pageConfigPage } from '../../common/permissions.ts';
import { cardSubject } from '../subjects.ts';
import { OneZero } from './one-zero.tsx';

const F = entityFields(platformCard);
const types = [1, 2] as const;

/** Platform cards of an app. */
export function CardsPanel({ appId }: { appId: string }): ReactElement {
  const t = useT('app-pages');
  const list = useList(platformCard.list, { fixed: { appId }, searchKey: 'text', name: 'card' });
  const [open, setOpen] = useState<PlatformCardRow | 'new'>();
  return (
    <>
      <ListPanel<PlatformCardRow, typeof cardSubject>
        subject={cardSubject}
        list={list}
        columns={[
          { name: 'name', sortable: false },
          { name: 'platformType', as: 'enum', sortable: false },
          { name: 'icon', as: 'code', sortable: false },
          { name: 'on', as: 'enum', sortable: false },
          {
            name: 'priority',
            sortable: false,
            cell: (row) => <MovePlace row={row} name={row.name} place={row.priority} endpoint={platformCard.reorder} />,
          },
        ]}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <Permit code={pageConfigPage.button.addCard}>
              {(name) => (
                <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpen('new')}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={pageConfigPage.button.updateCard}>
              {(name) => (
                <Button type="text" onClick={() => setOpen(row)}>
                  {name}
                </Button>
              )}
            </Permit>
            <ActionButton
              endpoint={platformCard.delete}
              type="text"
              names={[row.name]}
              input={{ ids: [row.id] }}
              invalidates={[platformCard.list]}
            />
          </RowActions>
        )}
        empty={<EmptyState title={t('platformCard.empty')} />}
      />
      {open && <CardDrawer appId={appId} {...(open !== 'new' && { row: open })} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function CardDrawer({ appId, row, onClose }: { appId: string; row?: PlatformCardRow; onClose: () => void }): ReactElement {
  const t = useT('app-pages');
  const shared = { subject: cardSubject, invalidates: [platformCard.list], undoable: true, onClose };
  const fields = (
    <>
      <F.name />
      {!row && (
        <F.platformType>
          <Select options={types.map((value) => ({ value, label: t(`platformCard.platformType.${value}`) }))} />
        </F.platformType>
      )}
      <F.langs as="local" />
      <F.icon as="text" help={t('platformCard.iconHelp')} />
      <F.intervalTime />
      <F.widgets>
        <WidgetsInput />
      </F.widgets>
      <F.on>
        <OneZero />
      </F.on>
    </>
  );
  if (row)
    return (
      <DrawerForm
        {...shared}
        endpoint={platformCard.update}
        initial={storedValues(platformCard.update.input, row)}
        target={{ id: row.id, version: row.version }}
        valuesOf={(current) => storedValues(platformCard.update.input, current)}
      >
        {fields}
      </DrawerForm>
    );
  return (
    <DrawerForm
      {...shared}
      endpoint={platformCard.add}
      initial={{ appId, platformType: 1, langs: {}, icon: null, intervalTime: 5, widgets: [], on: 1 }}
    >
      {fields}
    </DrawerForm>
  );
}

interface Named {
  widgetId: string;
  widgetIdentifier: string;
}

interface WidgetsInputProps {
  readonly id?: string;
  readonly label?: string;
  readonly value?: readonly Named[];
  readonly disabled?: boolean;
  readonly onChange?: (value: Named[]) => void;
}

/** Chooses widgets in their order. */
export function WidgetsInput({ id, label, value = [], disabled = false, onChange }: WidgetsInputProps): ReactElement {
  const { data } = useRead(tagWidgets, {});
  const all = data?.list ?? [];
  return (
    <Select
      mode="multiple"
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      value={value.map(({ widgetId }) => widgetId)}
      options={all.map((one) => ({ value: one.id, label: one.name }))}
      onChange={(ids: string[]) =>
        onChange?.(ids.map((widgetId) => ({ widgetId, widgetIdentifier: all.find((one) => one.id === widgetId)?.widgetIdentifier ?? '' })))
      }
    />
  );
}
