import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { dayText, timeText } from '#kit/console/table/formats.ts';
import { ruleReplay } from '../../common/rule.contract.ts';
import { Severity } from './severity.tsx';

type Result = Reply<typeof ruleReplay>;

interface ReplayProps {
  rule: Pick<Input<typeof ruleReplay>, 'kind' | 'forMinutes' | 'clearMinutes'> & { severity?: string | null; match?: object };
  /** One line alone, beside a form. */
  brief?: true;
}

/** Tries a rule on the last 30 days, saved or not. */
export function Replay({ rule, brief }: ReplayProps): ReactElement | null {
  const t = useT('warnings');
  const { granted } = useActionName(ruleReplay);
  const [result, setResult] = useState<Result>();
  const [running, begin] = useRunning();
  if (!granted) return null;
  const run = (): Promise<void> =>
    begin(async () => {
      const { kind, forMinutes, clearMinutes, severity = null, match = {} } = rule;
      setResult(await call(ruleReplay, { kind, forMinutes, clearMinutes, severity, match } as Input<typeof ruleReplay>));
    });
  const words =
    result &&
    (result.total === 0
      ? t('warningRule.replayNone')
      : t('warningRule.replayResult', { total: result.total, objects: result.objects, short: result.tooShort }));
  return (
    <div className={brief ? 'ww-row' : undefined}>
      {!brief && <p className="ww-soft">{t('warningRule.replayHint')}</p>}
      <Button loading={running} onClick={() => void run()}>
        {t('warningRule.replay')}
      </Button>
      <span role="status">{words}</span>
      {!brief && result && result.total > 0 && <Fired result={result} />}
    </div>
  );
}

const dayMillis = 86_400_000;

function Fired({ result }: { result: Result }): ReactElement {
  const t = useT('warnings');
  const [language] = useLanguage();
  const most = Math.max(1, ...result.days);
  const day = (index: number): string => dayText(new Date(result.from + index * dayMillis).toISOString().slice(0, 10), language);
  return (
    <>
      <svg className="ww-bars ww-part" viewBox="0 0 300 64" preserveAspectRatio="none" aria-hidden="true">
        {result.days.map((count, index) => (
          <rect key={day(index)} x={index * 10 + 1} width={8} y={62 - (count / most) * 60} height={(count / most) * 60 + 2}>
            <title>{t('warningRule.replayDay', { day: day(index), count })}</title>
          </rect>
        ))}
      </svg>
      <div className="ww-scroll ww-part">
        <table className="ww-table">
          <thead>
            <tr>
              <th>{t('field.objectName')}</th>
              <th>{t('field.severity')}</th>
              <th>{t('warningRule.replayFrom')}</th>
              <th>{t('warningRule.replayTo')}</th>
            </tr>
          </thead>
          <tbody>
            {result.list.map((fired) => (
              <tr key={`${fired.objectId} ${fired.openedAt}`}>
                <td>{fired.objectName}</td>
                <td>
                  <Severity value={fired.severity} />
                </td>
                <td>{timeText(fired.openedAt, language)}</td>
                <td>{fired.resolvedAt === null ? '—' : timeText(fired.resolvedAt, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
