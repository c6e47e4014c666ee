import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { silenceAdd, silenceEnd, silenceList, type SilenceRow } from '../../common/silence.contract.ts';
import { silence } from '../subjects.ts';
import { KindSelect } from './kind-select.tsx';
import { WeeklyInput } from './weekly-input.tsx';
import { warningReadings } from './warning-forms.tsx';

const F = fieldsOf(silenceAdd.input);
const readings = [silenceList, ...warningReadings];

/** What keeps notices back, now and later. */
export function SilencesPanel(): ReactElement {
  const t = useT('warnings');
  const list = useList(silenceList, { searchKey: 'text' });
  const { granted } = useActionName(silenceAdd);
  const [adding, setAdding] = useState(false);
  const [soon] = useState(() => Date.now() + 3_600_000);
  const columns: readonly Column<SilenceRow, typeof silence>[] = [
    { name: 'reason', sortable: false, wrap: true },
    { name: 'title', sortable: false, cell: (row) => row.title ?? t('silence.everyKind') },
    { name: 'objectId', as: 'code', sortable: false },
    {
      name: 'severities',
      as: 'enum',
      sortable: false,
      cell: (row) => row.severities.map((one) => t(`warning.severity.${one}`)).join(', ') || '—',
    },
    { name: 'state', as: 'enum', sortable: false },
    { name: 'hides', as: 'number', sortable: false },
    { name: 'from', as: 'time' },
    { name: 'until', as: 'time' },
    { name: 'by', sortable: false },
  ];
  const add = granted && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('silence.add')}
    </Button>
  );
  return (
    <>
      <ListPanel
        subject={silence}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="current" />
            {add}
          </>
        }
        rowActions={(row) =>
          row.state === 'over' ? null : (
            <RowActions name={row.reason}>
              <ActionButton
                endpoint={silenceEnd}
                input={{ id: row.id }}
                names={[row.reason]}
                confirm="ask"
                type="text"
                invalidates={readings}
              >
                {t('silence.end')}
              </ActionButton>
            </RowActions>
          )
        }
        empty={<EmptyState title={t('silence.empty')} hint={t('silence.emptyHint')} action={add} />}
      />
      {adding && (
        <DrawerForm
          endpoint={silenceAdd}
          subject={silence}
          title={t('silence.add')}
          initial={{ kind: null, objectId: null, severities: [], from: null, until: soon, weekly: null, reason: '' }}
          invalidates={readings}
          onClose={() => setAdding(false)}
        >
          <F.reason as="area" />
          <F.kind>
            <KindSelect />
          </F.kind>
          <F.objectId as="text" />
          <F.severities help={t('silence.severitiesHelp')} />
          <F.from as="time" />
          <F.until as="time" help={t('silence.untilHelp')} />
          <F.weekly wide>
            <WeeklyInput />
          </F.weekly>
        </DrawerForm>
      )}
    </>
  );
}
