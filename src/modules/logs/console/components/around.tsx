import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { operationAround } from '../../common/unmask.contract.ts';
import { Moment } from './moment.tsx';
import { ResultMark } from './result-mark.tsx';

/** What else was done around a row: shown when it is asked for. */
export function Around({ at, id }: { at: number; id: string }): ReactElement {
  const t = useT('logs');
  const [open, setOpen] = useState(false);
  return (
    <section className="wl-part">
      <h3>{t('operation.around')}</h3>
      {open ? <Events at={at} id={id} /> : <Button onClick={() => setOpen(true)}>{t('operation.aroundShow')}</Button>}
    </section>
  );
}

function Events({ at, id }: { at: number; id: string }): ReactElement {
  const t = useT('logs');
  const { data } = useRead(operationAround, { at });
  if (!data) return <WaitingForm lines={3} />;
  const others = data.list.filter((event) => event.id !== id);
  return (
    <>
      {others.length === 0 && <p className="wl-soft">{t('operation.aroundNone')}</p>}
      <ul className="wl-lines">
        {others.map((event) => (
          <li key={`${event.kind}${event.id}`}>
            <Moment at={event.at} />
            <ResultMark result={event.result}>
              {event.what}
              {event.objectName !== null && <strong>{event.objectName}</strong>}
            </ResultMark>
            <span className="wl-soft">{event.name}</span>
          </li>
        ))}
      </ul>
      {data.more && <p className="wl-soft">{t('operation.aroundMore')}</p>}
    </>
  );
}
