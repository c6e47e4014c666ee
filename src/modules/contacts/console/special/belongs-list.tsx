import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { z } from 'zod';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ImportButton } from '#kit/console/jobs/import-button.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { invalidate } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { belongsPage } from '../../common/permissions.ts';
import { belongsImport, belongsList, belongsRemove, type belongsRow } from '../../common/special.contract.ts';
import { agreedTo, RuleImpact } from '../components/rule-impact.tsx';
import { belongsSubject } from '../subjects.ts';
import { specialReadings } from './special-readings.ts';

const AssignBelongs = later('contact-belongs', async () => (await import('./belongs-assign.tsx')).AssignBelongs);

const ImportDialog = later(
  'import-dialog',
  async () => (await import('#kit/console/change/import-dialog.tsx')).ImportDialog<typeof belongsImport, never>,
);

type Party = z.output<typeof belongsRow>;

const columns: readonly Column<Party, typeof belongsSubject>[] = [
  { name: 'name' },
  { name: 'kind', as: 'enum', sortable: false },
  { name: 'fullName' },
  { name: 'people', as: 'number' },
  { name: 'since', as: 'time' },
  { name: 'by' },
];

/** Whom a rule protects; who would see more and less is told before anybody is put in or taken out. */
export function BelongsList({ roleId }: { roleId: string }): ReactElement {
  const t = useT('contacts');
  const list = useList(belongsList, { inAddress: false, fixed: { roleId } });
  const [adding, setAdding] = useState<'chosen' | 'file'>();
  const imported = async (): Promise<void> => {
    setAdding(undefined);
    await invalidate(...specialReadings);
  };
  const assign = (
    <Permit code={belongsPage.button.assign}>
      {(name) => (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding('chosen')}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <>
      <ListPanel
        subject={belongsSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="kind" />
            {assign}
            <ImportButton code={belongsPage.button.import} onClick={() => setAdding('file')} />
          </>
        }
        bulk={(selection) => {
          const parties = selection.rows.map(({ kind, id }) => ({ kind, id }));
          const request = { kind: 'special' as const, roleId, belongsRemove: parties };
          return (
            <ActionButton
              endpoint={belongsRemove}
              names={selection.rows.map(({ name }) => name)}
              input={() => ({ roleId, parties, ...agreedTo(request) })}
              confirm="ask"
              impact={<RuleImpact request={request} />}
              invalidates={specialReadings}
              onDone={selection.clear}
            />
          );
        }}
        empty={<EmptyState title={t('special.nobody')} hint={t('special.nobodyHint')} action={assign} />}
      />
      {adding === 'chosen' && <AssignBelongs roleId={roleId} onClose={() => setAdding(undefined)} />}
      {adding === 'file' && (
        <ImportDialog title={t('special.import')} start={belongsImport} options={{ roleId }} onClose={() => void imported()}>
          <p>{t('special.importHelp')}</p>
        </ImportDialog>
      )}
    </>
  );
}
