import { Button, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { copyText } from '#kit/console/action/copy-text.ts';
import { HistoryDrawer } from '#kit/console/change/history-drawer.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { platformNames } from '#kit/common/client/platforms.ts';
import { widgetInfosPage } from '../common/permissions.ts';
import { widget, widgetCheck, widgetSecret, widgetStat, widgetUsedBy, type WidgetDetail } from '../common/widget.contract.ts';
import { WidgetIcon } from './components/icon-input.tsx';
import { WidgetForm } from './components/widget-form.tsx';
import { widgetSubject } from './subjects.ts';
import './components/widgets.css';

/** What a widget is: names, addresses, what it may call, and what names it. */
export default function WidgetInfosPage(): ReactElement {
  const { widgetId = '' } = useParams();
  const { data } = useRead(widget.get, { id: widgetId });
  return <SubjectContext value={widgetSubject}>{data ? <Infos one={data} /> : <WaitingForm lines={8} />}</SubjectContext>;
}

function Infos({ one }: { one: WidgetDetail }): ReactElement {
  const t = useT('widgets');
  const kit = useT('kit');
  const [language] = useLanguage();
  const [open, setOpen] = useState<'edit' | 'history'>();
  const name = pick(one.name, language);
  return (
    <section className="widgets-infos">
      <div className="widgets-actions">
        <Permit code={widgetInfosPage.button.save}>
          <Button type="primary" onClick={() => setOpen('edit')}>
            {kit('form.change')}
          </Button>
        </Permit>
        <NewSecret one={one} name={name} />
        <Button onClick={() => setOpen('history')}>{kit('history.title')}</Button>
      </div>
      <div className="widgets-two">
        <Facts row={one} facts={factsOf(t)} />
        <Preview one={one} />
      </div>
      <Opened id={one.id} />
      <Permit code={widgetInfosPage.button.check}>
        <Addresses id={one.id} name={name} />
      </Permit>
      <UsedBy id={one.id} />
      {open === 'edit' && (
        <DrawerForm
          endpoint={widget.update}
          subject={widgetSubject}
          initial={{ ...storedValues(widget.update.input, one), kind: one.kind }}
          target={{ id: one.id, version: one.version }}
          valuesOf={(current) => storedValues(widget.update.input, current)}
          invalidates={[widget.get, widget.list]}
          undoable
          onClose={() => setOpen(undefined)}
        >
          <WidgetForm isNew={false} />
        </DrawerForm>
      )}
      {open === 'history' && (
        <HistoryDrawer subject={widgetSubject} kind="widget" objectId={one.id} title={name} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

const factsOf = (t: ReturnType<typeof useT<'widgets'>>): Fact<WidgetDetail>[] => [
  { name: 'name', as: 'local' },
  { name: 'widgetIdentifier', as: 'code' },
  { name: 'kind', as: 'enum' },
  { name: 'categoryName' },
  { name: 'ownerDeptName' },
  { name: 'description', as: 'local' },
  { name: 'platforms', show: ({ platforms }) => platforms.map((one) => platformNames[one]).join(' · ') },
  { name: 'mobileLink', as: 'code' },
  { name: 'pcLink', as: 'code' },
  { name: 'open', as: 'enum' },
  { name: 'orientation', as: 'enum' },
  { name: 'signIn', as: 'enum' },
  { name: 'hosts', show: ({ hosts }) => hosts.join(', ') },
  { name: 'bridge', show: ({ bridge }) => bridge.map((one) => t(`widget.bridge.${one}`)).join(' · ') },
  { name: 'audience', as: 'enum' },
  { name: 'people', as: 'number' },
  { name: 'hasSecret', as: 'boolean', always: true },
];

/** Makes a new secret and shows it this once. */
function NewSecret({ one, name }: { one: WidgetDetail; name: string }): ReactElement {
  const t = useT('widgets');
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <ActionButton
        endpoint={widgetSecret}
        names={[name]}
        input={{ id: one.id, version: one.version }}
        invalidates={[widget.get]}
        onDone={(reply) => setSecret(reply.secret)}
      />
      {secret !== undefined && (
        <Modal open title={t('widget.field.secret')} footer={null} onCancel={() => setSecret(undefined)}>
          <p>{t('widget.secretOnce')}</p>
          <code className="widgets-secret">{secret}</code>
          <Button onClick={() => void copyText(secret)}>{t('factor.copy')}</Button>
        </Modal>
      )}
    </>
  );
}

/** Asks the addresses of the widget, and says what answered. */
function Addresses({ id, name }: { id: string; name: string }): ReactElement {
  const t = useT('widgets');
  const [found, setFound] = useState<Reply<typeof widgetCheck>['findings']>();
  return (
    <section className="widgets-used" aria-label={t('widget.addresses')}>
      <h3>{t('widget.addresses')}</h3>
      <ActionButton endpoint={widgetCheck} names={[name]} input={{ id }} confirm="none" onDone={({ findings }) => setFound(findings)} />
      {found?.length === 0 && <p role="status">{t('widget.noAddress')}</p>}
      {found && found.length > 0 && (
        <ul role="status">
          {found.map(({ field, address, ok, status, reason, millis }) => (
            <li key={field}>
              {ok ? '✓' : '✗'} {t(`widget.address.${field}`)} {address} · {status ?? (reason || 'OK')} · {millis} ms
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How often it was opened in thirty days, by version. */
function Opened({ id }: { id: string }): ReactElement | null {
  const t = useT('widgets');
  const { data } = useRead(widgetStat, { id });
  if (!data || data.opened + data.failed === 0) return null;
  return (
    <section className="widgets-used" aria-label={t('widget.stat')}>
      <h3>{t('widget.stat')}</h3>
      <p>{t('widget.statWhole', { opened: data.opened, failed: data.failed, days: data.days.length })}</p>
      <ul>
        {data.versions.map((one) => (
          <li key={one.versionId}>
            {one.versionName}: {t('widget.statLine', { opened: one.opened, failed: one.failed })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How a phone and a desktop show the widget. */
function Preview({ one }: { one: WidgetDetail }): ReactElement {
  const t = useT('widgets');
  const [language] = useLanguage();
  const name = pick(one.name, language);
  return (
    <section className="widgets-preview" aria-label={t('widget.preview')}>
      <h3>{t('widget.preview')}</h3>
      <div className="widgets-tile">
        <WidgetIcon icon={one.icon} name={name} />
        <span>{name}</span>
      </div>
      {one.description && <p>{pick(one.description, language)}</p>}
    </section>
  );
}

function UsedBy({ id }: { id: string }): ReactElement | null {
  const t = useT('widgets');
  const { data } = useRead(widgetUsedBy, { id });
  if (!data || data.list.length === 0) return null;
  const word = (kind: string): string =>
    kind === 'widgetVersion' || kind === 'widgetRole' || kind === 'mamRole' ? t(`widget.usedBy.${kind}`) : kind;
  return (
    <section className="widgets-used" aria-label={t('widget.usedBy')}>
      <h3>{t('widget.usedBy')}</h3>
      <ul>
        {data.list.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            {word(one.kind)}: {one.name}
          </li>
        ))}
      </ul>
    </section>
  );
}
