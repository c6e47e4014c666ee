import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { TestReport as Report } from '../../common/auth-setting.contract.ts';
import './sign-in.css';

/** What a test found out: its steps, who that is here, and what the other system says of them. */
export function TestReport({ report, whole }: { report: Report; whole: boolean }): ReactElement {
  const t = useT('sign-in');
  const { steps, failure, person, attributes } = report;
  // Nobody was asked where only certificates were looked at.
  const reached = steps.some(({ step }) => step !== 'certificates') ? t('test.reached') : t('test.certificates');
  const title = failure ?? (person ? t('test.person', { name: person.name, account: person.account }) : reached);
  return (
    <div className="signin-report" role="status">
      <Alert
        showIcon
        type={failure ? 'error' : whole && person ? 'success' : 'info'}
        title={title}
        {...(!failure && !person && { description: t('test.reachedHint') })}
      />
      <ol className="signin-steps">
        {steps.map(({ step, ok, detail, ms }, at) => (
          <li key={at} data-ok={ok}>
            {ok ? <CheckCircleFilled aria-label={t('test.ok')} /> : <CloseCircleFilled aria-label={t('jobs.state.failed')} />}
            <strong>{t(`step.${step}`)}</strong>
            <span>{detail}</span>
            <small>{t('test.ms', { ms })}</small>
          </li>
        ))}
      </ol>
      {attributes.length > 0 && (
        <section className="signin-attributes" aria-label={t('test.attributes')}>
          <h3>{t('test.attributes')}</h3>
          <dl>
            {attributes.map(({ name, values }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{values.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
