import { Checkbox } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Platform } from '#kit/common/client/platforms.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { safeAll } from '../../common/safe.contract.ts';
import { whiteEntry } from '../../common/white.contract.ts';
import './devices.css';
import { WhiteSwitch } from './white-switch.tsx';

type Which = 'binding' | 'login';

/** A white list: its switch, the equipment that it lets in, and the people whom it does not hold. */
export function WhitePage({ which }: { which: Which }): ReactElement {
  return (
    <div className="devices-stack">
      <WhiteSwitch which={which} />
      <Equipment which={which} />
      <Entries which={which} />
    </div>
  );
}

function Equipment({ which }: { which: Which }): ReactElement {
  const t = useT('devices');
  const { data } = useRead(safeAll, { use: which });
  const [all, setAll] = useState(false);
  const list = data?.list.filter(({ enabled }) => all || enabled) ?? [];
  return (
    <section className="whk-panel devices-pad" aria-label={t('white.equipment')}>
      <div className="devices-head">
        <h2>{t('white.equipment')}</h2>
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          {t('white.withDisabled')}
        </Checkbox>
      </div>
      {data && list.length === 0 && <EmptyState title={t('white.noEquipment')} hint={t('white.equipmentHint')} />}
      <ul className="devices-items">
        {list.slice(0, 200).map((one) => (
          <li key={one.id}>
            {one.name} · {t(`platform.${one.platform as Platform}`)} · <code>{one.serial}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const F = entityFields(whiteEntry);

function EntryForm({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('devices');
  return (
    <>
      {isNew && (
        <>
          <F.employeeId wide help={t('whiteListEntry.oneMember')} />
          <F.departmentId />
          <F.crowdId />
        </>
      )}
      <F.reason wide />
      <F.until />
    </>
  );
}

function Entries({ which }: { which: Which }): ReactElement {
  const t = useT('devices');
  return (
    <section aria-label={t('white.people')}>
      <h2>{t('white.people')}</h2>
      <CrudPanel
        entity={{ ...whiteEntry, shared: { list: which } }}
        columns={[
          {
            name: 'employeeName',
            label: t('white.exempt'),
            sortable: false,
            cell: (row) => row.employeeName ?? row.departmentName ?? row.crowdName,
          },
          { name: 'reason', sortable: false, wrap: true },
          'until',
          'enabled',
          { name: 'lastUsedAt', as: 'time', sortable: false, optional: true },
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
          </>
        )}
        form={(object) => <EntryForm isNew={object === undefined} />}
      />
    </section>
  );
}
