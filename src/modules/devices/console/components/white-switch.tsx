import { Alert, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { Input } from '#kit/common/contract.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { bindImpact } from '../../common/impact.contract.ts';
import { bindingWhitePage, loginWhitePage } from '../../common/permissions.ts';
import { whiteSwitchGet, whiteSwitchUpdate } from '../../common/settings.contract.ts';
import './devices.css';
import { PlatformsInput } from './rule-inputs.tsx';

type Requested = Input<typeof whiteSwitchUpdate>;

/** The switch of a white list; one that shuts people out names them and is thrown only on a second word. */
export function WhiteSwitch({ which }: { which: 'binding' | 'login' }): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(whiteSwitchGet, {});
  const [requested, setRequested] = useState<Requested>();
  const [people, setPeople] = useState<number>();
  const done = (): void => {
    setPeople(undefined);
    setRequested(undefined);
  };
  const { save, saving } = useSave(whiteSwitchUpdate, {
    invalidates: [whiteSwitchGet],
    undoable: true,
    onSaved: done,
    onHeld: done,
    answers: { 18060: (error) => setPeople(Number(fieldOf(error.data, 'people'))) },
  });
  const page = which === 'binding' ? bindingWhitePage : loginWhitePage;
  if (!data) return null;
  const send = (change: Partial<Requested>): void => {
    const request = { version: data.version, ...change };
    setPeople(undefined);
    setRequested(request);
    void save(request);
  };
  const on = data[which] === 1;
  return (
    <section className="whk-panel devices-form devices-pad" aria-label={t(`whiteListSwitch.field.${which}`)}>
      <div className="devices-head">
        <span>
          {t(`whiteListSwitch.field.${which}`)}: <strong>{t(`whiteListSwitch.${which}.${data[which]}`)}</strong>
        </span>
        <Permit code={page.button.switch}>
          {() => (
            <Button loading={saving} onClick={() => send({ [which]: on ? 0 : 1 })}>
              {t(on ? 'white.off' : 'white.on')}
            </Button>
          )}
        </Permit>
      </div>
      {which === 'login' && (
        <label htmlFor="white-platforms">
          {t('whiteListSwitch.field.loginPlatforms')}
          <Permit code={page.button.switch}>
            {() => (
              <PlatformsInput
                id="white-platforms"
                value={data.loginPlatforms as Platform[]}
                onChange={(loginPlatforms) => send({ loginPlatforms })}
              />
            )}
          </Permit>
        </label>
      )}
      {people !== undefined && requested && (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={t('white.shutOut', { people })}
          description={<ShutOut request={requested} />}
          action={
            <span className="devices-acts">
              <Button onClick={done}>{t('form.cancel')}</Button>
              <Button danger loading={saving} onClick={() => void save({ ...requested, expected: people })}>
                {t('white.anyway')}
              </Button>
            </span>
          }
        />
      )}
    </section>
  );
}

/** Whom a switch would shut out, the first twenty of them by name. */
function ShutOut({ request }: { request: Requested }): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(bindImpact, { kind: 'switch', switch: request });
  if (!data) return null;
  const more = data.devices - data.sample.length;
  return (
    <ul className="devices-items">
      {data.sample.map((one) => (
        <li key={`${one.empId} ${one.deviceId}`}>
          {one.name} · {one.deviceName}
        </li>
      ))}
      {more > 0 && <li>{t('white.more', { count: more })}</li>}
    </ul>
  );
}
