import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { globalParam, globalParamRefresh, globalParamUsage, type GlobalParamRow } from '../common/global-param.contract.ts';
import { JsonInput } from './components/json-input.tsx';
import './components/access.css';

const F = entityFields(globalParam);

const tabs = ['params', 'defaults', 'nodes'] as const;
const Settings = later('gateway-settings', async () => (await import('./components/gateway-settings.tsx')).GatewaySettings);
const Nodes = later('gateway-nodes', async () => (await import('./components/gateway-settings.tsx')).GatewayNodes);

/** Parameters that interfaces name as `{{g.NAME}}`; what holds for every interface; the processes that answer calls. */
export default function GlobalParamsPage(): ReactElement {
  const t = useT('access');
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'params';
  return (
    <>
      <Segmented<(typeof tabs)[number]>
        className="acc-tabs"
        aria-label={t('setting.tab')}
        value={tab}
        options={tabs.map((value) => ({ value, label: t(`setting.tab.${value}`) }))}
        onChange={(next) => setSearch(next === 'params' ? {} : { tab: next })}
      />
      {tab === 'params' && <Params />}
      {tab === 'defaults' && <Settings />}
      {tab === 'nodes' && <Nodes />}
    </>
  );
}

function Params(): ReactElement {
  const t = useT('access');
  return (
    <CrudPanel
      entity={globalParam}
      columns={[
        { name: 'name', cell: (row) => <span className="acc-code">{row.name}</span> },
        'group',
        'kind',
        { name: 'value', sortable: false, cell: (row) => (row.hasSecret ? '••••' : row.value.slice(0, 80) || '—') },
        { name: 'obtainedAt', as: 'time', sortable: false },
        { name: 'validUntil', as: 'time', sortable: false },
        { name: 'usedBy', as: 'number', sortable: false },
        'enabled',
      ]}
      form={(object) => (
        <>
          {object === undefined && (
            <>
              <F.name />
              <F.kind />
            </>
          )}
          <F.group />
          <F.value as="area" help={t('global.valueHelp')} />
          <F.secret as="secret" />
          <F.token wide help={t('global.tokenHelp')}>
            <JsonInput rows={8} />
          </F.token>
          <F.description as="area" />
        </>
      )}
      facts={(row: GlobalParamRow) => <ParamFacts row={row} />}
    />
  );
}

function ParamFacts({ row }: { row: GlobalParamRow }): ReactElement {
  const t = useT('access');
  const usage = useRead(globalParamUsage, { id: row.id });
  return (
    <>
      <Facts
        row={row}
        facts={[
          { name: 'name', as: 'code' },
          { name: 'group' },
          { name: 'kind', as: 'enum' },
          { name: 'value' },
          { name: 'description' },
          { name: 'obtainedAt', as: 'time' },
          { name: 'validUntil', as: 'time' },
        ]}
      />
      {row.kind === 'token' && (
        <ActionButton
          endpoint={globalParamRefresh}
          input={{ id: row.id }}
          names={[row.name]}
          invalidates={[globalParam.list, globalParam.get]}
        />
      )}
      <section className="acc-section">
        <h3>{t('global.usage')}</h3>
        <ul>
          {usage.data?.list.map((use) => (
            <li key={use.id}>{use.name}</li>
          ))}
        </ul>
        {usage.data?.list.length === 0 && <p className="acc-soft">{t('global.unused')}</p>}
      </section>
    </>
  );
}
