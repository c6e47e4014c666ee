import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { Button } from 'antd';
import type { Reply } from '#kit/common/contract.ts';
import { eraseClose, eraseGet, type EraseItem } from '../common/erase.contract.ts';
import { safetyErasePage } from '../common/permissions.ts';
import { EraseActions, EraseTag } from './components/erase-panel.tsx';
import './components/devices.css';
import { eraseReadings } from './readings.ts';
import { eraseSubject } from './subjects.ts';

type Order = Reply<typeof eraseGet>;

/** One erasure: who, why, and each device with its times and its signed answer. */
export default function EraseDetailPage(): ReactElement {
  const t = useT('devices');
  const list = useCodeName(safetyErasePage.code);
  const id = useSearchParams()[0].get('id');
  return id === null ? (
    <EmptyState title={t('erase.choose')} hint={t('erase.chooseHint')} action={<Link to={safetyErasePage.route ?? '/'}>{list}</Link>} />
  ) : (
    <OneErasure key={id} id={id} />
  );
}

const facts: readonly Fact<Order>[] = [
  { name: 'state', show: (row) => <EraseTag {...row} /> },
  { name: 'scope', as: 'enum' },
  { name: 'appId' },
  { name: 'origin', as: 'enum' },
  { name: 'reason' },
  { name: 'askedName' },
  { name: 'askedAt', as: 'time' },
  { name: 'approvedName' },
  { name: 'approvedAt', as: 'time' },
];
/** Once its minute has begun: an order that waits for a second person has none yet. */
const stoppable: Fact<Order> = { name: 'holdUntil', as: 'time' };

function OneErasure({ id }: { id: string }): ReactElement {
  const { data, error, refetch } = useRead(eraseGet, { id });
  const [closing, setClosing] = useState(false);
  const close = useActionName(eraseClose);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={8} />;
  const open = ['queued', 'delivered', 'failed'].includes(data.state);
  return (
    <SubjectContext value={eraseSubject}>
      <section className="whk-panel devices-pad">
        <span className="whk-header-actions">
          <EraseActions row={data} type="default" />
          {open && close.granted && (
            <Button danger onClick={() => setClosing(true)}>
              {close.name}
            </Button>
          )}
        </span>
        <Facts row={data} facts={data.state === 'hold' ? [...facts, stoppable] : facts} />
        {data.items.map((item) => (
          <ItemLine key={item.id} item={item} />
        ))}
      </section>
      {closing && <CloseByHand id={id} onClose={() => setClosing(false)} />}
    </SubjectContext>
  );
}

const C = fieldsOf(eraseClose.input);

function CloseByHand({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('devices');
  return (
    <FormDialog
      endpoint={eraseClose}
      initial={{ reason: '' }}
      input={(values) => ({ id, reason: String(values['reason'] ?? '') })}
      invalidates={eraseReadings}
      onClose={onClose}
    >
      <C.reason label={t('erase.reason')} />
    </FormDialog>
  );
}

const moments = ['orderedAt', 'keyDestroyedAt', 'deliveredAt', 'acknowledgedAt'] as const;

function ItemLine({ item }: { item: EraseItem & { commandJws: string | null; ackJws: string | null } }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  return (
    <section aria-label={item.deviceName}>
      <h3>{[item.deviceName, item.personName].filter(Boolean).join(' · ')}</h3>
      <p>
        {t(`eraseOrder.state.${item.state}`)}
        {item.tooLate && ` · ${t('erase.tooLate')}`}
        {item.closedReason !== '' && ` · ${item.closedReason}`}
      </p>
      <ol className="devices-tiles">
        {moments.map((name) => (
          <li key={name}>
            <span>{t(`erase.moment.${name}`)}</span>
            <b>{item[name] === null ? '—' : timeText(item[name], language)}</b>
          </li>
        ))}
        <li>
          <span>{t('eraseOrder.field.lastSeenAt')}</span>
          <b>{timeText(item.lastSeenAt, language)}</b>
        </li>
      </ol>
      {item.ackJws !== null && (
        <details>
          <summary>{t('erase.proof')}</summary>
          <code className="devices-proof">{item.ackJws}</code>
        </details>
      )}
    </section>
  );
}
