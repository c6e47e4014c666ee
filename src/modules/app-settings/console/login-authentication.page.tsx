import { InputNumber, Select, Switch } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import {
  bindDeviceModes,
  loginAuthDisable,
  loginAuthEnable,
  loginAuthGet,
  loginAuthSave,
  type LoginAuthView,
} from '../common/document.contract.ts';
import { loginAuthPage } from '../common/permissions.ts';
import { PlatformsSelect } from './components/platforms-select.tsx';
import './components/settings.css';

type Content = LoginAuthView['content'];

/** How people sign in to the app on screen, by platform and in order, and what its terminals ask for afterwards. */
export default function LoginAuthenticationPage(): ReactElement {
  const { id: appId = '' } = useParams();
  const { data } = useRead(loginAuthGet, { appId });
  if (!data) return <WaitingForm lines={6} />;
  return <Editor key={data.version} stored={data} />;
}

function Editor({ stored }: { stored: LoginAuthView }): ReactElement {
  const t = useT('app-settings');
  const [content, setContent] = useState(stored.content);
  const { save, saving, issues } = useSave(loginAuthSave, { invalidates: [loginAuthGet], undoable: true });
  const set = (part: Partial<Content>): void => setContent({ ...content, ...part });
  const dirty = JSON.stringify(content) !== JSON.stringify(stored.content);
  useLeaveGuard(dirty, () => setContent(stored.content));
  const keep = async (): Promise<void> => {
    const kinds = content.kinds.map(({ settingId, platforms, on }) => ({ settingId, platforms, on }));
    await save({ appId: stored.appId, version: stored.version, content: { ...content, kinds } });
  };
  return (
    <>
      <section aria-label={t('loginAuth.ways')}>
        <h3>{t('loginAuth.ways')}</h3>
        <p className="settings-hint">{t('loginAuth.waysHint')}</p>
        {content.kinds.length === 0 && <p>{t('loginAuth.none')}</p>}
        <ol className="settings-ways">
          {content.kinds.map((one, at) => (
            <Way key={one.settingId} stored={stored} content={content} at={at} onChange={(kinds) => set({ kinds })} />
          ))}
        </ol>
        <label className="settings-line">
          {t('loginAuth.default')}
          <Select
            aria-label={t('loginAuth.default')}
            className="settings-select"
            value={content.defaultKind ?? ''}
            options={[
              { value: '', label: t('loginAuth.first') },
              ...content.kinds.filter(({ on }) => on).map(({ settingId, name }) => ({ value: settingId, label: name })),
            ]}
            onChange={(value) => set({ defaultKind: value === '' ? null : value })}
          />
        </label>
      </section>
      <Rules content={content} onChange={set} />
      {issues.map(({ message }) => (
        <p key={message} role="alert" className="settings-mistake">
          {message}
        </p>
      ))}
      <Permit code={loginAuthPage.button.save}>
        {(name) => (
          <OffButton type="primary" loading={saving} off={!dirty && 'nothing'} onClick={() => void keep()}>
            {name}
          </OffButton>
        )}
      </Permit>
    </>
  );
}

interface WayProps {
  stored: LoginAuthView;
  content: Content;
  at: number;
  onChange: (kinds: Content['kinds']) => void;
}

/** One way: whether and on which platforms it is offered, and its place. */
function Way({ stored, content, at, onChange }: WayProps): ReactElement | null {
  const t = useT('app-settings');
  const { kinds } = content;
  const one = kinds[at];
  if (!one) return null;
  const put = (part: Partial<Content['kinds'][number]>): void =>
    onChange(kinds.map((other, index) => (index === at ? { ...one, ...part } : other)));
  const move = (to: number) => (to < 0 || to >= kinds.length ? undefined : () => onChange(moved(kinds, at, to)));
  const isOffered = one.platforms.some((platform) => one.offered.includes(platform));
  return (
    <li className="settings-way">
      <OnSwitch stored={stored} one={one} onDraft={(on) => put({ on })} />
      <strong>{one.name}</strong>
      <PlatformsSelect
        label={t('loginAuth.platformsOf', { name: one.name })}
        value={one.platforms}
        onChange={(platforms) => put({ platforms })}
      />
      <UpDown name={one.name} up={move(at - 1)} down={move(at + 1)} />
      {one.on && !isOffered && <small role="alert">{t('loginAuth.notOffered')}</small>}
    </li>
  );
}

interface OnSwitchProps {
  stored: LoginAuthView;
  one: Content['kinds'][number];
  onDraft: (on: boolean) => void;
}

/** Offers a way or leaves it out: with the rest of the document, or at once for who may do only that. */
function OnSwitch({ stored: { appId, version }, one, onDraft }: OnSwitchProps): ReactElement {
  const t = useT('app-settings');
  const can = useCan();
  const enabling = useSave(loginAuthEnable, { invalidates: [loginAuthGet], undoable: true });
  const disabling = useSave(loginAuthDisable, { invalidates: [loginAuthGet], undoable: true });
  const { settingId, on } = one;
  const turn = (next: boolean): void => void (next ? enabling : disabling).save({ appId, version, settingId });
  const { save, enable, disable } = loginAuthPage.button;
  return (
    <Switch
      aria-label={t('loginAuth.on', { name: one.name })}
      checked={on}
      loading={enabling.saving || disabling.saving}
      disabled={!can(save) && !can(on ? disable : enable)}
      onChange={can(save) ? onDraft : turn}
    />
  );
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

const terminalClasses = ['phone', 'tablet', 'pc'] as const;

/** What terminals do after somebody signed in. */
function Rules({ content, onChange }: { content: Content; onChange: (part: Partial<Content>) => void }): ReactElement {
  const t = useT('app-settings');
  const { gesture } = content;
  return (
    <section aria-label={t('loginAuth.rules')}>
      <h3>{t('loginAuth.rules')}</h3>
      <label className="settings-line">
        <Switch checked={content.rememberAccount} onChange={(rememberAccount) => onChange({ rememberAccount })} />
        <span>{t('loginAuth.rememberAccount')}</span>
      </label>
      <label className="settings-line">
        <InputNumber min={0} max={90} value={content.autoSignInDays} onChange={(days) => onChange({ autoSignInDays: days ?? 0 })} />
        <span>{t('loginAuth.autoSignInDays')}</span>
      </label>
      <label className="settings-line">
        <Switch checked={content.biometric} onChange={(biometric) => onChange({ biometric })} />
        <span>{t('loginAuth.biometric')}</span>
      </label>
      {terminalClasses.map((kind) => (
        <label key={kind} className="settings-line">
          <InputNumber
            min={0}
            max={20}
            value={content.atOnce[kind]}
            onChange={(most) => onChange({ atOnce: { ...content.atOnce, [kind]: most ?? 0 } })}
          />
          <span>{t(`loginAuth.atOnce.${kind}`)}</span>
        </label>
      ))}
      <label className="settings-line">
        {t('loginAuth.bindDevice')}
        <Select
          aria-label={t('loginAuth.bindDevice')}
          className="settings-select"
          value={content.bindDevice}
          options={bindDeviceModes.map((mode) => ({ value: mode, label: t(`loginAuth.bindDevice.${mode}`) }))}
          onChange={(bindDevice) => onChange({ bindDevice })}
        />
      </label>
      <label className="settings-line">
        <Switch checked={gesture.required} onChange={(required) => onChange({ gesture: { ...gesture, required } })} />
        <span>{t('loginAuth.gesture')}</span>
      </label>
      {gesture.required && (
        <label className="settings-line">
          <InputNumber
            min={0}
            max={1440}
            value={gesture.afterMinutes}
            onChange={(minutes) => onChange({ gesture: { ...gesture, afterMinutes: minutes ?? 0 } })}
          />
          <span>{t('loginAuth.gestureMinutes')}</span>
        </label>
      )}
    </section>
  );
}
