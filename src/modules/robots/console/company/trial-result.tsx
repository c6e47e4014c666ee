import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { RobotTrial } from '../../common/company/log.contract.ts';

/** What a trial came to: the message as terminals draw it, or why there is none; of a call what was sent and answered. */
export function TrialResult({ result }: { result: RobotTrial }): ReactElement {
  const t = useT('robots');
  const { code, reason, message, messageId, shape, answer, status, ms } = result;
  return (
    <div className="rb-trial" role="status">
      {code === 0 ? (
        <Alert type="success" showIcon title={t(messageId === null ? 'trial.read' : 'trial.sent', { ms })} />
      ) : (
        <Alert type="error" showIcon title={reason} />
      )}
      {shape !== null && <p>{t('trial.shape', { shape: t(`robot.inShapes.${shape}`) })}</p>}
      {message && <div className="rb-bubble">{message.text}</div>}
      {message && message.mentions > 0 && <p>{t('trial.mentions', { n: message.mentions })}</p>}
      {message?.cutFrom !== null && message !== null && <p>{t('trial.cut', { n: message.cutFrom ?? 0 })}</p>}
      {status > 0 && <p>{t('trial.status', { status, ms })}</p>}
      {status > 0 && <code className="rb-code">{answer}</code>}
    </div>
  );
}
