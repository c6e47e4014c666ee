import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import type { LocalDraft } from '#kit/common/language.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { mailAccount, type MailAccountRow } from '../../common/boxes/account.contract.ts';
import { mailServer } from '../../common/boxes/server.contract.ts';
import { Part, type PartsOf } from './part.tsx';

const F = entityFields(mailAccount);

/** A signature in each language; without a first one there is none. */
function SignatureInput({ value, onChange, id }: PartsOf<LocalDraft | null>): ReactElement {
  const t = useT('kit');
  const set = (language: 'zh_CN' | 'en_US' | 'ja_JP', text: string): void => {
    const next = { zh_CN: '', ...value, [language]: text };
    const { zh_CN, en_US, ja_JP } = next;
    onChange?.(zh_CN || en_US || ja_JP ? { zh_CN, ...(en_US && { en_US }), ...(ja_JP && { ja_JP }) } : null);
  };
  return (
    <div className="mail-parts" id={id}>
      {(['zh_CN', 'en_US', 'ja_JP'] as const).map((language) => (
        <Part key={language} label={t(`lang.${language}`)} wide>
          {(part) => (
            <Input.TextArea
              id={part}
              rows={2}
              maxLength={4096}
              value={value?.[language] ?? ''}
              onChange={({ target }) => set(language, target.value)}
            />
          )}
        </Part>
      ))}
    </div>
  );
}

/** What is entered of a box; whose it is only of a new one. */
export function AccountFields({ of }: { of: MailAccountRow | undefined }): ReactElement {
  const t = useT('mailboxes');
  const form = Form.useFormInstance();
  const watched: unknown = Form.useWatch('kind', form);
  const kind = of?.kind ?? watched ?? 'personal';
  return (
    <>
      {!of && <F.kind help={t('account.kindHint')} />}
      <F.address />
      <F.name />
      <F.serverId>
        <ObjectPicker list={mailServer.list} required />
      </F.serverId>
      {kind === 'personal' ? (
        !of && <F.employeeId />
      ) : (
        <>
          <F.ownerId help={t('account.ownerHint')} />
          <F.ownerDeptId />
        </>
      )}
      <F.login help={t('account.loginHint')} />
      <F.secret help={t('account.secretHint')} />
      <F.aliases />
      <F.signature wide>
        <SignatureInput />
      </F.signature>
    </>
  );
}
