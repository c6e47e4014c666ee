import { Input } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { interfacePrefix, type InterfacePrefixRow } from '../common/prefix.contract.ts';
import { accessSystem } from '../common/system.contract.ts';
import { prefixTest } from '../common/test.contract.ts';
import { ConnectionTest, FormTest } from './components/connection-test.tsx';
import { EntitySelect } from './components/entity-select.tsx';
import { LastTest } from './components/last-test.tsx';
import { LinesInput, PairsInput } from './components/lines-input.tsx';
import { Usage } from './components/usage.tsx';

const F = entityFields(interfacePrefix);

/** Prefixes with the addresses behind them. */
export default function InterfacePrefixesPage(): ReactElement {
  return (
    <CrudPanel
      entity={interfacePrefix}
      columns={[
        'name',
        { name: 'code', cell: (row) => <span className="acc-code">{`/gateway/${row.systemCode}/${row.code}/`}</span> },
        'systemName',
        { name: 'addresses', sortable: false, cell: (row) => row.addresses.map(({ url }) => url).join(', ') || '—' },
        'signIn',
        { name: 'interfaces', as: 'number', sortable: false },
        { name: 'lastTest', sortable: false, cell: (row) => <LastTest test={row.lastTest} /> },
        'enabled',
      ]}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="signIn" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={(object) => <PrefixFields id={object?.id} />}
      facts={(row: InterfacePrefixRow) => (
        <>
          <Facts
            row={row}
            facts={[
              { name: 'systemName' },
              { name: 'code', as: 'code' },
              { name: 'addresses', show: ({ addresses }) => addresses.map(({ url }) => <div key={url}>{url}</div>) },
              { name: 'signIn', as: 'enum' },
              { name: 'signInName' },
              { name: 'connectMs' },
              { name: 'timeoutMs' },
              { name: 'interfaces', always: true },
            ]}
          />
          <ConnectionTest endpoint={prefixTest} list={interfacePrefix.list} input={() => ({ id: row.id })} />
          <Usage kind="interfacePrefix" id={row.id} />
        </>
      )}
    />
  );
}

function PrefixFields({ id }: { id: string | undefined }): ReactElement {
  const t = useT('access');
  return (
    <>
      <F.name />
      {id === undefined && (
        <>
          <F.systemId>
            <EntitySelect endpoint={accessSystem.list} />
          </F.systemId>
          <F.code help={t('prefix.codeHelp')} />
        </>
      )}
      <F.addresses wide help={t('prefix.addressesHelp')}>
        <LinesInput<{ url: string; weight: number }>
          textOf={({ url, weight }) => (weight === 1 ? url : `${url} ${weight}`)}
          read={(line) => {
            const [url = '', weight = '1'] = line.trim().split(/\s+/);
            return { url, weight: Number(weight) || 1 };
          }}
          placeholder="https://erp.example.com/api"
        />
      </F.addresses>
      <F.signIn />
      <F.signInName help={t('prefix.signInHelp')} as="text" />
      <F.signInAccount as="text" />
      <F.secret as="secret" />
      <F.headers wide>
        <PairsInput placeholder="X-Client: wheelhouse" />
      </F.headers>
      <F.connectMs />
      <F.timeoutMs />
      <F.ca wide>
        <Input.TextArea className="acc-code" rows={3} spellCheck={false} />
      </F.ca>
      <FormTest id={id} endpoint={prefixTest} list={interfacePrefix.list} />
    </>
  );
}
