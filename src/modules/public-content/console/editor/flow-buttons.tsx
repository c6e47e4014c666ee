import { Button, DatePicker, Form, Input, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import {
  article,
  articleCorrect,
  articlePublish,
  articleReturn,
  articleSchedule,
  articleSubmit,
  articleWithdraw,
  type ArticleDetail,
} from '../../common/article.contract.ts';
import { articleVersions } from '../../common/article-reading.contract.ts';
import type { ArticleState } from '../../common/words.ts';
import { CheckList } from './check-list.tsx';

const readings = [article.get, article.list, articleVersions] as const;

interface FlowProps {
  stored: ArticleDetail;
  /** Saves what is written; false where it could not be. */
  save: () => Promise<boolean>;
}

type Step = 'publish' | 'return' | 'schedule' | 'correct';

const shown: Readonly<Record<Step | 'submit' | 'withdraw', readonly ArticleState[]>> = {
  submit: ['draft', 'withdrawn'],
  return: ['review'],
  publish: ['draft', 'review', 'planned', 'published', 'withdrawn'],
  schedule: ['draft', 'review', 'planned', 'published', 'withdrawn'],
  correct: ['published'],
  withdraw: ['published'],
};

/** The steps that an article can take from where it stands. */
export function FlowButtons({ stored, save }: FlowProps): ReactElement {
  const t = useT('public-content');
  const [step, setStep] = useState<Step>();
  const is = (one: keyof typeof shown): boolean => shown[one].includes(stored.state);
  const now = { id: stored.id, version: stored.version };
  const begin = (one: Step) => () => void save().then((saved) => saved && setStep(one));
  const close = (): void => setStep(undefined);
  return (
    <Space wrap>
      {is('submit') && <ActionButton endpoint={articleSubmit} input={now} invalidates={readings} />}
      {is('return') && <StepButton endpoint={articleReturn} label={t('return.do')} onClick={begin('return')} />}
      {is('schedule') && <StepButton endpoint={articleSchedule} onClick={begin('schedule')} />}
      {is('correct') && <StepButton endpoint={articleCorrect} label={t('correct.title')} onClick={begin('correct')} />}
      {is('withdraw') && (
        <ActionButton endpoint={articleWithdraw} input={now} names={[stored.title.zh_CN]} confirm="ask" invalidates={readings} />
      )}
      <StepButton endpoint={articlePublish} type="primary" onClick={begin('publish')} />
      {step !== undefined && <StepDialog step={step} stored={stored} onClose={close} />}
    </Space>
  );
}

function StepButton({
  endpoint,
  label,
  type,
  onClick,
}: {
  endpoint: Endpoint;
  label?: string;
  type?: 'primary';
  onClick: () => void;
}): ReactElement | null {
  const { granted, name } = useActionName(endpoint);
  if (!granted) return null;
  return (
    <Button {...(type && { type })} onClick={onClick}>
      {label ?? name}
    </Button>
  );
}

function StepDialog({ step, stored, onClose }: { step: Step; stored: ArticleDetail; onClose: () => void }): ReactElement {
  const t = useT('public-content');
  const now = { id: stored.id, version: stored.version };
  const shared = { onClose, onSaved: () => void invalidate(...readings) };
  const text = (name: string, label: string, required: boolean, most: number): ReactNode => (
    <Form.Item name={name} label={label} rules={[{ required }]}>
      <Input.TextArea rows={2} maxLength={most} showCount />
    </Form.Item>
  );
  if (step === 'return')
    return (
      <FormDialog
        {...shared}
        endpoint={articleReturn}
        title={t('return.title')}
        action={t('return.do')}
        initial={{ reason: '' }}
        input={({ reason }) => ({ ...now, reason: String(reason) })}
      >
        {text('reason', t('return.reason'), true, 500)}
      </FormDialog>
    );
  if (step === 'correct')
    return (
      <FormDialog
        {...shared}
        endpoint={articleCorrect}
        title={t('correct.title')}
        action={t('correct.title')}
        initial={{ note: '' }}
        input={({ note }) => ({ ...now, note: String(note) })}
      >
        <p>{t('correct.hint')}</p>
        <CheckList id={stored.id} />
        {text('note', t('correct.note'), true, 200)}
      </FormDialog>
    );
  if (step === 'schedule') return <ScheduleDialog stored={stored} {...shared} />;
  return (
    <FormDialog
      {...shared}
      endpoint={articlePublish}
      title={t('check.title')}
      initial={{ note: '' }}
      input={({ note }) => ({ ...now, ...(typeof note === 'string' && note !== '' && { note }) })}
    >
      <CheckList id={stored.id} />
      {text('note', t('check.note'), false, 500)}
    </FormDialog>
  );
}

const momentOf = (value: unknown): number | null => (dayjs.isDayjs(value) ? (value as Dayjs).valueOf() : null);

function ScheduleDialog({ stored, ...shared }: { stored: ArticleDetail; onClose: () => void; onSaved: () => void }): ReactElement {
  const t = useT('public-content');
  const { id, version, publishAt, withdrawAt, state } = stored;
  const day = (at: number | null): Dayjs | null => (at === null ? null : dayjs(at));
  return (
    <FormDialog
      {...shared}
      endpoint={articleSchedule}
      title={t('schedule.title')}
      initial={{ publishAt: day(publishAt), withdrawAt: day(withdrawAt) }}
      input={(values) => ({
        id,
        version,
        ...(state !== 'published' && { publishAt: momentOf(values['publishAt']) }),
        withdrawAt: momentOf(values['withdrawAt']),
      })}
    >
      <p>{t('schedule.hint')}</p>
      <CheckList id={id} />
      {state !== 'published' && (
        <Form.Item name="publishAt" label={t('article.field.publishAt')}>
          <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
        </Form.Item>
      )}
      <Form.Item name="withdrawAt" label={t('article.field.withdrawAt')}>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Form.Item>
    </FormDialog>
  );
}
