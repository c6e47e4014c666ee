import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { SealedValues } from './call-sealed.tsx';
import { useStepDetail } from './use-step-detail.ts';
import { callGet, type CallBodyView, type CallDetailView } from '../../common/call.contract.ts';

/** What is known of a call beside its facts: the steps on one scale of time, request and answer as they were kept. */
export function CallDetail({ id }: { id: string }): ReactElement | null {
  const t = useT('call-logs');
  const [language] = useLanguage();
  const { data } = useRead(callGet, { id });
  if (!data) return null;
  const { calls, failures } = data.around;
  return (
    <>
      <Steps call={data} />
      <Body title={t('call.request')} body={data.request} />
      <Body title={t('call.answer')} body={data.answer} />
      <SealedValues id={id} paths={data.sealed} />
      <p className="wcl-soft">{t('call.around', { calls: numberText(calls, language), failures: numberText(failures, language) })}</p>
    </>
  );
}

type Step = CallDetailView['steps'][number];

/** A waterfall: each step as a bar where it began and as long as it took, with what it says. */
function Steps({ call }: { call: CallDetailView }): ReactElement {
  const t = useT('call-logs');
  const all = Math.max(call.ms, 0.1, ...call.steps.map((step) => step.from + step.ms));
  if (call.steps.length === 0) return <p className="wcl-soft">{t('call.noSteps')}</p>;
  return (
    <section className="wcl-steps" aria-label={t('call.steps')}>
      <h3>{t('call.steps')}</h3>
      <ol>
        {call.steps.map((step, index) => (
          <StepLine key={`${index}-${step.step}`} step={step} all={all} />
        ))}
      </ol>
    </section>
  );
}

const known = new Set([
  'route',
  'method',
  'caller',
  'grant',
  'limits',
  'params',
  'cache',
  'map',
  'target',
  'decode',
  'answerMap',
  'answerSchema',
  'store',
  'answer',
]);

function StepLine({ step, all }: { step: Step; all: number }): ReactElement {
  const t = useT('call-logs');
  const said = useStepDetail();
  const [language] = useLanguage();
  const [open, setOpen] = useState(false);
  const name = known.has(step.step) ? t(`call.step.${step.step as 'route'}`) : step.step;
  const x = (step.from / all) * 1000;
  const width = Math.max(3, (step.ms / all) * 1000);
  return (
    <li data-state={step.state}>
      <div className="wcl-step">
        <span className="wcl-step-name">
          {name}
          <span className="wcl-step-state">{t(`call.stepState.${step.state}`)}</span>
        </span>
        <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
          <rect className="wcl-step-ground" x="0" y="0" width="1000" height="10" />
          {step.state !== 'skipped' && (
            <rect className="wcl-step-bar" x={Math.min(x, 997)} y="0" width={Math.min(width, 1000 - Math.min(x, 997))} height="10" />
          )}
        </svg>
        <span className="wcl-step-ms">
          {step.state === 'skipped' ? '–' : t('call.millis', { ms: numberText(Math.round(step.ms * 10) / 10, language) })}
        </span>
      </div>
      {step.detail !== null && <p className="wcl-step-detail">{said(step.detail)}</p>}
      {step.data !== null && (
        <>
          <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'call.hideData' : 'call.showData')}
          </Button>
          {open && <pre className="wcl-body">{typeof step.data === 'string' ? step.data : JSON.stringify(step.data, null, 2)}</pre>}
        </>
      )}
    </li>
  );
}

function Body({ title, body }: { title: string; body: CallBodyView | null }): ReactElement | null {
  const t = useT('call-logs');
  const [language] = useLanguage();
  if (body === null) return null;
  return (
    <section className="wcl-message">
      <h3>
        {title} <small className="wcl-soft">{t('call.bytes', { bytes: numberText(body.bytes, language) })}</small>
        {body.contentType !== null && <small className="wcl-soft"> {body.contentType}</small>}
      </h3>
      {body.headers.length > 0 && (
        <dl>
          {body.headers.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <pre className="wcl-body">{pretty(body)}</pre>
      {body.truncated && <p className="wcl-soft">{t('call.truncated')}</p>}
    </section>
  );
}

/** JSON with line breaks, whatever else as it is. */
function pretty({ text, contentType }: CallBodyView): string {
  if (!(contentType ?? '').includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
