import { Alert, Button, Checkbox } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { Input } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError, fieldOf } from '#kit/console/call/call-error.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { bindingWhitePage, loginWhitePage } from '../../common/permissions.ts';
import { safeAll } from '../../common/safe.contract.ts';
import { whiteSwitchGet, whiteSwitchUpdate } from '../../common/settings.contract.ts';
import { whiteEntry } from '../../common/white.contract.ts';
import './devices.css';
import { PlatformsInput } from './rule-inputs.tsx';

const whiteSubject = subject('devices', 'whiteListEntry');
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
      <h2>{t('white.equipment')}</h2>
      <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
        {t('white.withDisabled')}
      </Checkbox>
      {data && list.length === 0 && <EmptyState title={t('white.noEquipment')} hint={t('white.equipmentHint')} />}
      <ul>
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

function Entries({ which }: { which: Which }): ReactElement {
  const t = useT('devices');
  const list = useList(whiteEntry.list, { fixed: { list: which }, searchKey: 'text' });
  const adding = useActionName(whiteEntry.add);
  const [open, setOpen] = useState(false);
  const invalidates = [whiteEntry.list];
  return (
    <>
      <ListPanel
        subject={whiteSubject}
        list={list}
        columns={[
          { name: 'reason', sortable: false, wrap: true },
          { name: 'employeeName', sortable: false, cell: (row) => row.employeeName ?? row.departmentName ?? row.crowdName },
          { name: 'until', as: 'time' },
          { name: 'enabled', as: 'enum', sortable: false },
          { name: 'lastUsedAt', as: 'time', sortable: false, optional: true },
        ]}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
            {adding.granted && (
              <Button type="primary" onClick={() => setOpen(true)}>
                {adding.name}
              </Button>
            )}
          </>
        }
        rowActions={(row) => {
          const act = { names: [row.reason], input: { ids: [row.id] }, type: 'text' as const, invalidates };
          return (
            <RowActions name={row.reason}>
              {row.enabled ? (
                <ActionButton endpoint={whiteEntry.disable} {...act} />
              ) : (
                <ActionButton endpoint={whiteEntry.enable} {...act} />
              )}
              <ActionButton endpoint={whiteEntry.delete} {...act} />
            </RowActions>
          );
        }}
        empty={<EmptyState title={t('whiteListEntry.empty')} hint={t('whiteListEntry.emptyHint')} />}
      />
      {open && (
        <DrawerForm
          endpoint={whiteEntry.add}
          subject={whiteSubject}
          initial={{ employeeId: null, departmentId: null, crowdId: null, reason: '' }}
          input={(values) => ({ ...values, list: which }) as Input<typeof whiteEntry.add>}
          invalidates={invalidates}
          onClose={() => setOpen(false)}
        >
          <F.employeeId />
          <F.departmentId />
          <F.crowdId />
          <F.reason />
          <F.until />
        </DrawerForm>
      )}
    </>
  );
}
