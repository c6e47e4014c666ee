import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { useGo } from '#kit/console/routes/use-go.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { emoticonPackage } from '../common/emoticon.contract.ts';
import { emoticonDetail } from '../common/permissions.ts';
import { ExportPackage } from './components/export-package.tsx';
import './components/emoticons.css';

/** The packages in the order of terminals. */
export default function PackagesPage(): ReactElement {
  const t = useT('emoticons');
  const go = useGo();
  const columns: EntityProps<typeof emoticonPackage>['columns'] = [
    'name',
    { name: 'cover', cell: (row) => (row.cover ? <img className="em-cover" src={row.cover} alt="" /> : '—'), sortable: false },
    { name: 'code', as: 'code', sortable: false },
    { name: 'emoticons', as: 'number', sortable: false },
    { name: 'uses30', as: 'number', sortable: false },
    'audience',
    'order',
    'enabled',
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <CrudPanel
      entity={emoticonPackage}
      columns={columns}
      rowActions={(row) => (
        <>
          <Permit code={emoticonDetail.code}>
            {() => (
              <Button type="text" size="small" onClick={() => go(`${emoticonDetail.route}?packageId=${row.id}`)}>
                {t('package.open')}
              </Button>
            )}
          </Permit>
          {row.emoticons > 0 && <ExportPackage id={row.id} code={row.code} />}
        </>
      )}
    />
  );
}
