import { Button, Checkbox, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { Input } from '#kit/common/contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { warningPage } from '#modules/warnings/common/permissions.ts';
import { warningGet } from '#modules/warnings/common/warning.contract.ts';
import type { OperationView } from '../../common/operation-log.contract.ts';
import { operationAround } from '../../common/unmask.contract.ts';
import { Moment } from './moment.tsx';
import { ResultMark } from './result-mark.tsx';

/** Minutes on each side. */
const spans = [10, 30, 60, 120] as const;

/** What else was done around a row: shown when it is asked for. */
export function Around({ row }: { row: OperationView }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const [minutes, setMinutes] = useState<number>();
  const [alone, setAlone] = useState(false);
  return (
    <section className="wl-part">
      <h3>{t('operation.around')}</h3>
      {minutes === undefined && <Button onClick={() => setMinutes(spans[0])}>{t('operation.aroundShow')}</Button>}
      {minutes !== undefined && (
        <>
          <p className="wl-ways">
            <Segmented<number>
              size="small"
              aria-label={t('operation.aroundSpan')}
              value={minutes}
              options={spans.map((value) => ({ value, label: t('operation.aroundMinutes', { n: numberText(value, language) }) }))}
              onChange={setMinutes}
            />
            <Checkbox checked={alone} onChange={({ target }) => setAlone(target.checked)}>
              {t('operation.aroundModule', { module: row.moduleName })}
            </Checkbox>
          </p>
          <Events asked={{ at: row.at, minutes, ...(alone && { module: row.module }) }} id={row.id} />
        </>
      )}
    </section>
  );
}

function Events({ asked, id }: { asked: Input<typeof operationAround>; id: string }): ReactElement {
  const t = useT('logs');
  const may = useMay();
  const { data } = useRead(operationAround, asked);
  if (!data) return <WaitingForm lines={3} />;
  const others = data.list.filter((event) => event.id !== id);
  return (
    <>
      {others.length === 0 && <p className="wl-soft">{t('operation.aroundNone')}</p>}
      <ul className="wl-lines">
        {others.map((event) => (
          <li key={`${event.kind}${event.id}${event.at}`}>
            <Moment at={event.at} />
            <ResultMark result={event.result}>
              {event.kind === 'warning' && may(warningGet) ? (
                <Link to={`${warningPage.route}?id=${event.id}`}>{event.what}</Link>
              ) : (
                event.what
              )}
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
