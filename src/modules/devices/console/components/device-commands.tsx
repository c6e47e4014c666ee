import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { commandCancel, commandList, commandRetry } from '../../common/device.contract.ts';
import { deviceReadings } from '../readings.ts';
import './devices.css';

/** An erasure is stopped and asked for again with its order. */
const ofOrders: ReadonlySet<string> = new Set(['eraseApp', 'wipeDevice']);

/** States from which a command is sent again. */
const again: ReadonlySet<string> = new Set(['cancelled', 'expired', 'failed', 'refused']);

/** What a device was told, and what came of it. */
export function Commands({ deviceId }: { deviceId: string }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  const { data } = useRead(commandList, { deviceId });
  if (!data || data.list.length === 0) return <p>{t('command.none')}</p>;
  return (
    <ol className="devices-steps">
      {data.list.map((one) => (
        <li key={one.id}>
          <span>{one.seq}</span>
          <strong>{t(`command.${one.kind}`)}</strong>
          <span>{t(`command.state.${one.state}`)}</span>
          <span>
            {timeText(one.queuedAt, language)}
            {one.deliveredAt !== null && ` → ${timeText(one.deliveredAt, language)}`}
            {one.ackAt !== null && ` → ${timeText(one.ackAt, language)}`}{' '}
            {one.state === 'queued' && !ofOrders.has(one.kind) && (
              <ActionButton
                size="small"
                endpoint={commandCancel}
                input={{ ids: [one.id] }}
                names={[t(`command.${one.kind}`)]}
                invalidates={deviceReadings}
              >
                {t('command.cancel')}
              </ActionButton>
            )}
            {again.has(one.state) && !ofOrders.has(one.kind) && (
              <ActionButton
                size="small"
                endpoint={commandRetry}
                input={{ ids: [one.id] }}
                names={[t(`command.${one.kind}`)]}
                called={t('command.retry')}
                confirm="none"
                danger={false}
                invalidates={deviceReadings}
              />
            )}
            <details>
              <summary>{t('command.signed')}</summary>
              <code className="devices-proof">{one.jws}</code>
              {one.ackJws !== null && (
                <>
                  <hr />
                  <code className="devices-proof">{one.ackJws}</code>
                </>
              )}
            </details>
          </span>
        </li>
      ))}
    </ol>
  );
}
