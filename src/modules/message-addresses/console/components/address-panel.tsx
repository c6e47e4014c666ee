import { Button, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { address, addressTest, type AddressRow } from '../../common/address.contract.ts';
import { PublishBar } from './publish-bar.tsx';

const TestDialog = later('ma-test', async () => (await import('./test-dialog.tsx')).TestDialog);
const ResolveDialog = later('ma-resolve', async () => (await import('./resolve-dialog.tsx')).ResolveDialog);
const F = entityFields(address);

/** The addresses: edited as a draft, tried, published; a wrong one goes back by itself. */
export function AddressPanel(): ReactElement {
  const t = useT('message-addresses');
  const may = useMay();
  const [tested, setTested] = useState<AddressRow>();
  const [asking, setAsking] = useState(false);
  const columns: EntityProps<typeof address>['columns'] = [
    'name',
    { name: 'kind', as: 'enum', sortable: false },
    { name: 'url', sortable: false, wrap: true, width: 190 },
    { name: 'network', as: 'enum', sortable: false },
    {
      name: 'terminalTypes',
      sortable: false,
      wrap: true,
      width: 120,
      cell: ({ terminalTypes }) => {
        const meant = platforms.filter((one) => terminalTypes.includes(one));
        return meant.length === platforms.length ? t('imAddress.allTerminals') : meant.map((one) => platformNames[one]).join(' · ');
      },
    },
    {
      name: 'weight',
      sortable: false,
      cell: ({ weight, backup }) => (
        <>
          {weight} {backup && <Tag>{t('imAddress.field.backup')}</Tag>}
        </>
      ),
    },
    'order',
    'enabled',
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <>
      <PublishBar onAsk={() => setAsking(true)} />
      <CrudPanel
        entity={address}
        columns={columns}
        rowActions={(row) =>
          may(addressTest) && (
            <Button type="text" size="small" onClick={() => setTested(row)}>
              {t('test.open')}
            </Button>
          )
        }
        form={() => (
          <>
            <F.name />
            <F.kind />
            <F.url wide help={t('imAddress.urlHelp')} />
            <F.network help={t('imAddress.networkHelp')} />
            <F.terminalTypes>
              <Select mode="multiple" options={platforms.map((value) => ({ value, label: platformNames[value] }))} />
            </F.terminalTypes>
            <F.weight help={t('imAddress.weightHelp')} />
            <F.backup />
          </>
        )}
      />
      {tested && <TestDialog row={tested} onClose={() => setTested(undefined)} />}
      {asking && <ResolveDialog onClose={() => setAsking(false)} />}
    </>
  );
}
