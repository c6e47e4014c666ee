import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { deviceGet, deviceList } from '../common/device.contract.ts';
import { DeviceActions } from './components/device-actions.tsx';
import { useDeviceTabs } from './components/device-drawer.tsx';
import { DeviceSearch } from './components/device-search.tsx';
import { DeviceTag } from './components/device-words.tsx';
import './components/devices.css';
import { deviceSubject } from './subjects.ts';

const EraseWizard = later('erase-wizard', async () => (await import('./components/erase-wizard.tsx')).EraseWizard);

/** One device in full; without one the search for it. */
export default function EquipmentInformationPage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const id = search.get('id');
  return (
    <section className="whk-panel devices-pad">
      <DeviceSearch value={id} onChange={(one) => setSearch(one === undefined ? {} : { id: one })} />
      {id === null ? <Latest onChoose={(one) => setSearch({ id: one })} /> : <OneDevice key={id} id={id} />}
    </section>
  );
}

/** The devices that were seen last, to begin with. */
function Latest({ onChoose }: { onChoose: (id: string) => void }): ReactElement {
  const t = useT('devices');
  const { data } = useRead(deviceList, { pageSize: 20 });
  if (!data || data.list.length === 0) return <EmptyState title={t('device.choose')} hint={t('device.chooseHint')} />;
  return (
    <ul className="devices-tiles">
      {data.list.map((one) => (
        <li key={one.id}>
          <Button type="link" className="devices-tile" onClick={() => onChoose(one.id)}>
            {one.name}
          </Button>
          <span>
            <DeviceTag state={one.state} /> {one.people.map(({ name }) => name).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function OneDevice({ id }: { id: string }): ReactElement {
  const { data, error, refetch } = useRead(deviceGet, { id });
  const tabs = useDeviceTabs();
  const [erasing, setErasing] = useState<readonly string[]>();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={8} />;
  return (
    <SubjectContext value={deviceSubject}>
      <h2>
        {data.name} <DeviceTag state={data.state} /> <DeviceActions row={data} begin={{ erase: setErasing }} />
      </h2>
      <DetailTabs name="show" tabs={tabs(data)} />
      {erasing && <EraseWizard deviceIds={erasing} onClose={() => setErasing(undefined)} />}
    </SubjectContext>
  );
}
