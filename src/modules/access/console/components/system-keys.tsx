import { App, Button, Modal, Typography } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { copyText } from '#kit/console/action/copy-text.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { accessKeyAdd, accessKeyList, accessKeyRevoke, accessSystem, type AccessSystemRow } from '../../common/system.contract.ts';
import { accessKeySubject } from '../subjects.ts';
import './access.css';

const F = fieldsOf(accessKeyAdd.input);

/** Keys of a system: a new secret is shown once. */
export function SystemKeys({ system }: { system: AccessSystemRow }): ReactElement {
  const t = useT('access');
  const [language] = useLanguage();
  const read = useRead(accessKeyList, { systemId: system.id });
  const rows = read.data?.list ?? [];
  const { granted } = useActionName(accessKeyAdd);
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<Reply<typeof accessKeyAdd>>();
  return (
    <section className="acc-section">
      <h3>{t('keys.title')}</h3>
      {rows.length > 0 && (
        <table className="acc-keys whk-stacked">
          <thead>
            <tr>
              <th>{t('member.filter.name')}</th>
              <th>{t('field.kind')}</th>
              <th>{t('field.state')}</th>
              <th>{t('keys.expires')}</th>
              <th aria-label={t('list.actions')} />
            </tr>
          </thead>
          <tbody>
            {rows.map((key) => (
              <tr key={key.id}>
                <td data-label={t('member.filter.name')}>
                  {key.name}
                  <div className="acc-soft acc-code">{key.keyId}</div>
                </td>
                <td data-label={t('field.kind')}>{t(`keys.kind.${key.kind}`)}</td>
                <td data-label={t('field.state')}>{t(`keys.state.${key.state}`)}</td>
                <td data-label={t('keys.expires')}>{key.expiresAt === null ? t('keys.noEnd') : timeText(key.expiresAt, language)}</td>
                <td>
                  {key.state !== 'revoked' && (
                    <ActionButton
                      endpoint={accessKeyRevoke}
                      input={{ systemId: system.id, ids: [key.id] }}
                      names={[key.name]}
                      confirm="ask"
                      size="small"
                      danger
                      invalidates={[accessKeyList, accessSystem.list]}
                    >
                      {t('keys.revoke')}
                    </ActionButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {read.data && rows.length === 0 && <p className="acc-soft">{t('keys.empty')}</p>}
      {granted && <Button onClick={() => setAdding(true)}>{t('keys.add')}</Button>}
      {adding && (
        <SubjectContext value={accessKeySubject}>
          <FormDialog
            endpoint={accessKeyAdd}
            title={t('keys.add')}
            action={t('keys.add')}
            initial={{ name: '', kind: 'hmac', expiresAt: null }}
            input={(values) => ({
              systemId: system.id,
              name: String(values['name'] ?? ''),
              kind: values['kind'] as 'hmac',
              expiresAt: (values['expiresAt'] as number | null) ?? null,
            })}
            invalidates={[accessKeyList, accessSystem.list]}
            onSaved={setMade}
            onClose={() => setAdding(false)}
          >
            <F.name />
            <F.kind as="radio" />
            <F.expiresAt as="time" />
          </FormDialog>
        </SubjectContext>
      )}
      {made && <ShownOnce made={made} onClose={() => setMade(undefined)} />}
    </section>
  );
}

function ShownOnce({ made, onClose }: { made: Reply<typeof accessKeyAdd>; onClose: () => void }): ReactElement {
  const t = useT('access');
  const { message } = App.useApp();
  const copy = async (): Promise<void> => {
    await copyText(`${made.keyId}\n${made.secret}`);
    void message.success(t('factor.copied'));
  };
  return (
    <Modal
      open
      title={t('keys.once')}
      onCancel={onClose}
      footer={[
        <Button key="copy" onClick={() => void copy()}>
          {t('factor.copy')}
        </Button>,
        <Button key="ok" type="primary" onClick={onClose}>
          {t('keys.stored')}
        </Button>,
      ]}
    >
      <p>{t('keys.onceHint')}</p>
      <Typography.Paragraph className="acc-code">{made.keyId}</Typography.Paragraph>
      <Typography.Paragraph className="acc-code">{made.secret}</Typography.Paragraph>
    </Modal>
  );
}
