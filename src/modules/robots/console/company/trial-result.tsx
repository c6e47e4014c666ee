import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { useT, type T } from '#kit/console/i18n/use-t.ts';
import type { RobotTrial } from '../../common/company/log.contract.ts';

/** In a sentence: why it was refused, what an address answered, or that the message is read or sent. */
function outcome(t: T<'robots'>, { code, reason, message, messageId, status, ms, class: how }: RobotTrial): string {
  if (code !== 0) return reason;
  if (message !== null) return t(messageId === null ? 'trial.read' : 'trial.sent', { ms });
  return status > 0 ? t('trial.status', { status, ms }) : t('trial.failed', { class: how });
}

/** What a trial came to: the message as terminals draw it, or why there is none; of a call what was sent and answered. */
export function TrialResult({ result }: { result: RobotTrial }): ReactElement {
  const t = useT('robots');
  const { code, message, shape, answer, status } = result;
  const isGood = code === 0 && (message !== null || result.class === 'ok');
  return (
    <div className="rb-trial" role="status">
      <Alert type={isGood ? 'success' : 'error'} showIcon title={outcome(t, result)} />
      {shape !== null && <p>{t('trial.shape', { shape: t(`robot.inShapes.${shape}`) })}</p>}
      {message && <div className="rb-bubble">{message.text}</div>}
      {message && message.mentions > 0 && <p>{t('trial.mentions', { n: message.mentions })}</p>}
      {message?.cutFrom !== null && message !== null && <p>{t('trial.cut', { n: message.cutFrom ?? 0 })}</p>}
      {status > 0 && <code className="rb-code">{answer}</code>}
    </div>
  );
}
