import { Alert, Button, Checkbox, Form, InputNumber, Modal, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useStored } from '#kit/console/store/store.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { account, type CommentPolicy } from '#modules/public-accounts/common/account.contract.ts';
import { commentModes } from '#modules/public-accounts/common/words.ts';
import { pushAdd, pushList, pushTest, type pushPreview } from '../../common/push.contract.ts';
import './pushes.css';

interface PushCheckProps {
  snoId: string;
  shown: Reply<typeof pushPreview>;
  onClose: () => void;
  onDone: (id: string) => void;
}

const changed = 15060;

/** Everything that is known of a push before it is sent: people, what they won't get and why, languages, what speaks against it. */
export function PushCheck({ snoId, shown, onClose, onDone }: PushCheckProps): ReactElement {
  const t = useT('public-pushes');
  const kit = useT('kit');
  const uid = useStored('userInfo')?.empInfoDto.uid;
  const [language] = useLanguage();
  const [confirmSame, setConfirmSame] = useState(false);
  const [policy, setPolicy] = useState<CommentPolicy>();
  const [isOld, setOld] = useState(false);
  const { save, saving, issues } = useSave(pushAdd, {
    invalidates: [pushList],
    message: t('check.sent'),
    answers: { [changed]: () => setOld(true) },
    onSaved: ({ id }) => onDone(id),
  });
  const number = (n: number): string => numberText(n, language);
  const send = (): void =>
    void save({
      previewToken: shown.token,
      expectedTargets: shown.targets,
      confirmSame,
      ...(policy !== undefined && { commentPolicy: policy }),
    });
  const asksSame = shown.sameContent * 2 > shown.targets;
  return (
    <Modal open title={t('check.title')} width={720} footer={null} onCancel={onClose} closable={{ 'aria-label': kit('form.close') }}>
      {isOld && <Alert type="warning" showIcon title={t('check.changed')} />}
      {issues.length > 0 && <Alert type="error" showIcon title={issues.map(({ message }) => message).join(' ')} />}
      <ul className="psh-sum">
        <li>
          <strong>{number(shown.targets)}</strong>
          {t('push.field.targets')}
        </li>
        {Object.entries(shown.withheld).map(([reason, n]) => (
          <li key={reason}>
            <strong>{number(n)}</strong>
            {t(`target.reason.${reason}` as 'target.reason.cap')}
          </li>
        ))}
        {Object.entries(shown.skipped).map(([reason, n]) => (
          <li key={reason}>
            <strong>{number(n)}</strong>
            {t(`target.reason.${reason}` as 'target.reason.left')}
          </li>
        ))}
      </ul>
      <p>
        {Object.entries(shown.languages)
          .map(([name, n]) => `${kit(`lang.${name}` as 'lang.zh_CN')} ${number(n)}`)
          .join(' · ')}
        {shown.fallback > 0 && ` · ${t('check.fallback', { n: number(shown.fallback) })}`}
      </p>
      {shown.departments.length > 0 && (
        <p>
          {shown.departments
            .slice(0, 6)
            .map(({ name, count }) => `${name} ${number(count)}`)
            .join(' · ')}
        </p>
      )}
      {shown.sample.length > 0 && <p>{t('check.sample', { names: shown.sample.map(({ name }) => name).join(', ') })}</p>}
      {shown.overlap.length > 0 && (
        <ul>
          {shown.overlap.map(({ pushId, title, at, people }) => (
            <li key={pushId}>{t('check.overlap', { title, at: timeText(at, language), n: number(people) })}</li>
          ))}
        </ul>
      )}
      {shown.needsApproval && <Alert type="info" showIcon title={t('check.needsApproval')} />}
      {asksSame && (
        <Checkbox checked={confirmSame} onChange={({ target }) => setConfirmSame(target.checked)}>
          {t('check.same', { n: number(shown.sameContent) })}
        </Checkbox>
      )}
      <PolicyFields snoId={snoId} value={policy} onChange={setPolicy} />
      <div className="psh-check-actions">
        {uid !== undefined && (
          <ActionButton endpoint={pushTest} called={t('check.toMe')} input={{ snoId, content: shown.content, empIds: [uid] }}>
            {t('check.toMe')}
          </ActionButton>
        )}
        <Button onClick={onClose}>{kit('form.cancel')}</Button>
        <Button type="primary" loading={saving} disabled={isOld || (asksSame && !confirmSame)} onClick={send}>
          {t(shown.needsApproval ? 'check.ask' : 'check.send', { n: number(shown.targets) })}
        </Button>
      </div>
    </Modal>
  );
}

interface PolicyFieldsProps {
  snoId: string;
  value: CommentPolicy | undefined;
  onChange: (value: CommentPolicy) => void;
}

/** Who comments on this push; the account's own rule unless it is changed. */
function PolicyFields({ snoId, value, onChange }: PolicyFieldsProps): ReactElement | null {
  const t = useT('public-pushes');
  const [modeId, daysId] = [useId(), useId()];
  const { data } = useRead(account.get, { id: snoId });
  const policy = value ?? data?.commentPolicy;
  if (!policy) return null;
  return (
    <Form layout="vertical">
      <Form.Item label={t('check.comments')} htmlFor={modeId}>
        <Select
          id={modeId}
          value={policy.mode}
          options={commentModes.map((mode) => ({ value: mode, label: t(`comments.${mode}`) }))}
          onChange={(mode) => onChange({ ...policy, mode })}
        />
      </Form.Item>
      {policy.mode !== 'off' && (
        <Form.Item label={t('check.closeAfter')} htmlFor={daysId}>
          <InputNumber
            id={daysId}
            min={0}
            max={365}
            value={policy.closeAfterDays}
            onChange={(days) => onChange({ ...policy, closeAfterDays: days ?? 0 })}
          />
        </Form.Item>
      )}
    </Form>
  );
}
