import { useQuery } from '@tanstack/react-query';
import { App, Button, Popconfirm, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { deviceOf } from '#kit/common/session/device-name.ts';
import { factorList, factorRemove, recoveryRenew, trustEnd, type OwnFactor } from '../../boot/factor-wire.ts';
import { call } from '../../call/call.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import '../../login/login.css';
import { FactorSetup } from '../../login/factor-setup.tsx';
import { RecoveryCodes } from '../../login/recovery-codes.tsx';
import { ErrorState } from '../../states/error-state.tsx';
import { WaitingForm } from '../../states/waiting.tsx';
import './own-factors.css';
import { timeText } from '../../table/formats.ts';

/** One's own second factors: setting one up, taking one away, recovery codes, trusted browsers. */
export function OwnFactors(): ReactElement {
  const t = useT('kit');
  const { message } = App.useApp();
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const read = useQuery({ queryKey: ['factors', 'own'], queryFn: ({ signal }) => call(factorList, {}, { silent: true, signal }) });
  const again = async (): Promise<void> => void (await read.refetch());
  const remove = async ({ id }: OwnFactor): Promise<void> => {
    await call(factorRemove, { id });
    void message.success(t('factor.removed'));
    await again();
  };
  const renew = async (): Promise<void> => {
    setCodes((await call(recoveryRenew, {})).recoveryCodes);
    await again();
  };
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <WaitingForm lines={3} />;
  const { list, recovery, kinds, required, trusted } = read.data;
  if (codes)
    return (
      <div className="wh-login-form">
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      </div>
    );
  if (adding)
    return (
      <div className="wh-login-form">
        <FactorSetup
          kinds={kinds}
          onDone={async () => {
            setAdding(false);
            void message.success(t('factor.added'));
            await again();
          }}
        />
      </div>
    );
  return (
    <div className="wh-factors">
      <p>{t(required ? 'factor.requiredHint' : 'factor.hint')}</p>
      {list.length > 0 && (
        <ul>
          {list.map((factor) => (
            <FactorLine key={factor.id} factor={factor} onRemove={() => void remove(factor).catch(() => undefined)} />
          ))}
        </ul>
      )}
      <div className="wh-factors-actions">
        {kinds.length > 0 && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('factor.add')}
          </Button>
        )}
        {list.length > 0 && <Button onClick={() => void renew().catch(() => undefined)}>{t('factor.renew', { count: recovery })}</Button>}
      </div>
      {trusted.length > 0 && (
        <>
          <h3>{t('factor.trusted')}</h3>
          <ul>
            {trusted.map(({ id, userAgent, expiresAt }) => (
              <li key={id}>
                <span title={userAgent}>
                  {deviceOf(userAgent)} <When at={expiresAt} text="factor.until" />
                </span>
                <Button size="small" onClick={() => void call(trustEnd, { ids: [id] }).then(again, () => undefined)}>
                  {t('factor.untrust')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function FactorLine({ factor, onRemove }: { factor: OwnFactor; onRemove: () => void }): ReactElement {
  const t = useT('kit');
  const { kind, name, createdAt, usedAt } = factor;
  const title = t(`factor.kind.${kind}`);
  return (
    <li>
      <span>
        {title} {name !== title && <Tag>{name}</Tag>}
        <When at={usedAt ?? createdAt} text={usedAt === null ? 'factor.since' : 'factor.used'} />
      </span>
      <Popconfirm
        title={t('factor.removeSure', { name: title })}
        onConfirm={onRemove}
        okText={t('factor.remove')}
        cancelText={t('stepup.cancel')}
      >
        <Button size="small" danger>
          {t('factor.remove')}
        </Button>
      </Popconfirm>
    </li>
  );
}

function When({ at, text }: { at: number; text: 'factor.since' | 'factor.used' | 'factor.until' }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  return <small>{t(text, { time: timeText(at, language) })}</small>;
}
