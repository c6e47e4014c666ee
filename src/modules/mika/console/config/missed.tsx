import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { missedAttach, missedIgnore, missedList, type MissedRow } from '../../common/knowledge.contract.ts';
import { scene } from '../../common/scene.contract.ts';
import { missedSubject } from '../subjects.ts';

const F = fieldsOf(missedAttach.input);
const colours = { open: 'processing', attached: 'success', ignored: 'default' } as const;

/** Sentences that nothing answered: attached to a scene, or put aside. */
export function Missed(): ReactElement {
  const t = useT('mika');
  const may = useMay();
  const attach = useActionName(missedAttach).name;
  const list = useList(missedList, { searchKey: 'text' });
  const [attaching, setAttaching] = useState<readonly string[]>();
  const columns: readonly Column<MissedRow, typeof missedSubject>[] = [
    { name: 'example', wrap: true, width: 260, sortable: false },
    { name: 'count', as: 'number' },
    { name: 'people', as: 'number' },
    { name: 'firstAt', as: 'time', optional: true, sortable: false },
    { name: 'lastAt', as: 'time' },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={colours[state]}>{t(`missed.state.${state}`)}</Tag> },
    { name: 'sceneName', sortable: false },
  ];
  const actions = (ids: string[], names: string[], size?: 'small'): ReactElement => (
    <>
      {may(missedAttach) && (
        <Button type="text" {...(size && { size })} onClick={() => setAttaching(ids)}>
          {attach}
        </Button>
      )}
      <ActionButton endpoint={missedIgnore} type="text" {...(size && { size })} names={names} input={{ ids }} invalidates={[missedList]} />
    </>
  );
  return (
    <>
      <ListPanel<MissedRow, typeof missedSubject>
        subject={missedSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
          </>
        }
        bulk={({ ids, rows }) =>
          actions(
            [...ids],
            rows.map(({ example }) => example),
          )
        }
        rowActions={({ id, example }) => actions([id], [example], 'small')}
        empty={<EmptyState title={t('missed.empty')} hint={t('missed.emptyHint')} />}
      />
      {attaching && (
        <SubjectContext value={missedSubject}>
          <FormDialog
            endpoint={missedAttach}
            title={t('missed.attachTitle')}
            initial={{}}
            input={({ sceneId }) => ({ ids: [...attaching], sceneId: String(sceneId) })}
            invalidates={[missedList, scene.list]}
            onClose={() => setAttaching(undefined)}
          >
            <F.sceneId>
              <ObjectPicker list={scene.list} required />
            </F.sceneId>
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}
