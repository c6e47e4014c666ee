import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal, Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import {
  requestApprove,
  requestBypass,
  requestGet,
  requestList,
  requestReject,
  requestReview,
  requestWithdraw,
  type RequestDetail,
} from '../../common/request.contract.ts';

const deciding = { approve: requestApprove, reject: requestReject, withdraw: requestWithdraw, bypass: requestBypass } as const;
type Deciding = keyof typeof deciding;
/** A refusal and an emergency say why. */
const reasoned: readonly Deciding[] = ['reject', 'bypass'];

/** The buttons by which a request is decided: those that the caller may press now. */
export function RequestActions({ request, small = false }: { request: RequestDetail; small?: boolean }): ReactElement {
  const { may } = request;
  return (
    <>
      {may.approve && <DecideButton request={request} how="approve" small={small} />}
      {may.approve && <DecideButton request={request} how="reject" small={small} />}
      {may.withdraw && <DecideButton request={request} how="withdraw" />}
      {may.bypass && <DecideButton request={request} how="bypass" />}
      {may.review && <ReviewButton request={request} />}
    </>
  );
}

const readings = [requestList, requestGet] as const;

function DecideButton({ request, how, small = false }: { request: RequestDetail; how: Deciding; small?: boolean }): ReactElement | null {
  const off = useOff();
  const t = useT('approvals');
  const k = useT('kit');
  const endpoint = deciding[how];
  const { granted, name } = useActionName(endpoint);
  const [asking, setAsking] = useState(false);
  const [comment, setComment] = useState('');
  const close = (): void => setAsking(false);
  const client = useQueryClient();
  const done = (): void => {
    close();
    void client.invalidateQueries({ queryKey: ['home'] });
  };
  const { save, saving } = useSave(endpoint, { invalidates: readings, message: k('action.done', { action: name }), onSaved: done });
  if (!granted) return null;
  const needs = reasoned.includes(how);
  const text = comment.trim();
  const danger = how === 'bypass' || how === 'reject';
  return (
    <>
      <Button
        size={small ? 'small' : 'medium'}
        type={how === 'approve' ? 'primary' : 'default'}
        danger={danger}
        onClick={() => setAsking(true)}
      >
        {name}
      </Button>
      <Modal
        open={asking}
        title={`${name}: ${request.what}`}
        okText={name}
        cancelText={k('form.cancel')}
        okButtonProps={{ danger, loading: saving, ...off(needs && text.length < 10 && 'short') }}
        onOk={() => void save({ id: request.id, version: request.version, comment: text })}
        onCancel={close}
      >
        <Comment label={t(needs ? 'request.why' : 'request.comment')} value={comment} onChange={setComment} />
      </Modal>
    </>
  );
}

function ReviewButton({ request }: { request: RequestDetail }): ReactElement | null {
  const off = useOff();
  const t = useT('approvals');
  const k = useT('kit');
  const { granted, name } = useActionName(requestReview);
  const [asking, setAsking] = useState(false);
  const [agree, setAgree] = useState(true);
  const [comment, setComment] = useState('');
  const close = (): void => setAsking(false);
  const { save, saving } = useSave(requestReview, { invalidates: readings, onSaved: close });
  if (!granted) return null;
  return (
    <>
      <Button type="primary" onClick={() => setAsking(true)}>
        {name}
      </Button>
      <Modal
        open={asking}
        title={`${name}: ${request.what}`}
        okText={name}
        cancelText={k('form.cancel')}
        okButtonProps={{ loading: saving, ...off(comment.trim() === '' && 'reason') }}
        onOk={() => void save({ id: request.id, version: request.version, agree, comment: comment.trim() })}
        onCancel={close}
      >
        <Radio.Group
          value={agree}
          onChange={(event) => setAgree(event.target.value === true)}
          options={[
            { value: true, label: t('request.agree') },
            { value: false, label: t('request.dispute') },
          ]}
        />
        <Comment label={t('changeRequest.field.comment')} value={comment} onChange={setComment} />
      </Modal>
    </>
  );
}

interface CommentProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

function Comment({ label, value, onChange }: CommentProps): ReactElement {
  return (
    <Form layout="vertical">
      <Form.Item label={label}>
        <Input.TextArea aria-label={label} rows={3} maxLength={500} value={value} onChange={(event) => onChange(event.target.value)} />
      </Form.Item>
    </Form>
  );
}
