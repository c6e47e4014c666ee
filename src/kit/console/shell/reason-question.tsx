import { Button, Form, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { reasonLength } from '#kit/common/change/dry-run.ts';
import { OffButton } from '../action/off-button.tsx';
import { useT } from '../i18n/use-t.ts';
import './frame.css';

interface ReasonQuestionProps {
  /** So many people have to agree. */
  needed: number;
  onEnd: (reason: string | undefined) => void;
}

/** Why a change is needed: what those read who decide about it. */
export function ReasonQuestion({ needed, onEnd }: ReasonQuestionProps): ReactElement {
  const t = useT('kit');
  const [text, setText] = useState('');
  const reason = text.trim();
  return (
    <Form layout="vertical" className="wh-reason" onFinish={() => onEnd(reason)}>
      <p>{t('impact.approval', { count: needed })}</p>
      <Form.Item label={t('held.reason')} extra={t('held.reasonHint', { ...reasonLength })}>
        <Input.TextArea
          autoFocus
          rows={4}
          aria-label={t('held.reason')}
          maxLength={reasonLength.max}
          showCount
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Form.Item>
      <div className="wh-reason-buttons">
        <Button onClick={() => onEnd(undefined)}>{t('form.cancel')}</Button>
        <OffButton type="primary" htmlType="submit" off={reason.length < reasonLength.min && 'short'}>
          {t('held.ask')}
        </OffButton>
      </div>
    </Form>
  );
}
