import { Alert, Button, Checkbox } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Platform } from '#kit/common/client/platforms.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError, fieldOf } from '#kit/console/call/call-error.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { bindingWhitePage, loginWhitePage } from '../../common/permissions.ts';
import { safeAll } from '../../common/safe.contract.ts';
import { whiteSwitchGet, whiteSwitchUpdate } from '../../common/settings.contract.ts';
import { whiteEntry } from '../../common/white.contract.ts';
import './devices.css';
import { PlatformsInput } from './rule-inputs.tsx';

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

function WhiteSwitch({ which }: { which: Which }): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(whiteSwitchGet, {});
  const [saving, setSaving] = useState(false);
  const [shutOut, setShutOut] = useState<{ people: number; wish: object }>();
  const page = which === 'binding' ? bindingWhitePage : loginWhitePage;
  if (!data) return null;
  const send = async (wish: object, expected?: number): Promise<void> => {
    setSaving(true);
    try {
      await call(
        whiteSwitchUpdate,
        { version: data.version, ...wish, ...(expected !== undefined && { expected }) },
        { silent: expected === undefined },
      );
      setShutOut(undefined);
      await invalidate(whiteSwitchGet);
    } catch (error) {
      const people = error instanceof CallError && error.code === 18060 ? Number(fieldOf(error.data, 'people')) : undefined;
      if (people === undefined) throw error;
      setShutOut({ people, wish });
    } finally {
      setSaving(false);
    }
  };
  const on = data[which] === 1;
  return (
    <section className="whk-panel devices-form devices-pad" aria-label={t(`whiteListSwitch.field.${which}`)}>
      <p>
        {t(`whiteListSwitch.field.${which}`)}: <strong>{t(`whiteListSwitch.${which}.${data[which]}`)}</strong>
      </p>
      {which === 'login' && (
        <label htmlFor="white-platforms">
          {t('whiteListSwitch.field.loginPlatforms')}
          <Permit code={page.button.switch}>
            {() => (
              <PlatformsInput
                id="white-platforms"
                value={data.loginPlatforms as Platform[]}
                onChange={(loginPlatforms) => void send({ loginPlatforms }).catch(() => undefined)}
              />
            )}
          </Permit>
        </label>
      )}
      {shutOut && (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={t('white.shutOut', { people: shutOut.people })}
          action={
            <Button danger loading={saving} onClick={() => void send(shutOut.wish, shutOut.people).catch(() => undefined)}>
              {t('white.anyway')}
            </Button>
          }
        />
      )}
      <Permit code={page.button.switch}>
        {() => (
          <span>
            <Button loading={saving} onClick={() => void send({ [which]: on ? 0 : 1 }).catch(() => undefined)}>
              {t(on ? 'white.off' : 'white.on')}
            </Button>
          </span>
        )}
      </Permit>
    </section>
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
            {one.name} · {t(`device.platform.${one.platform as Platform}`)} · <code>{one.serial}</code>
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
