import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { retention, retentionRun } from '../../common/case.contract.ts';
import { RetentionForm } from './retention-form.tsx';

/** How long messages are kept. */
export function RetentionPanel(): ReactElement {
  const t = useT('messaging');
  return (
    <CrudPanel
      entity={retention}
      columns={['name', 'scope', 'keepDays', 'enabled', { name: 'updatedAt', as: 'time', optional: true }]}
      search="text"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="scope" />
          <ActionButton endpoint={retentionRun} input={{}} confirm="ask">
            {t('retention.run')}
          </ActionButton>
        </>
      )}
      form={<RetentionForm />}
    />
  );
}
