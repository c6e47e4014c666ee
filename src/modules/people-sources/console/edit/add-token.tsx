import { Alert, Button, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { scimTokenAdd, scimTokenList } from '../../common/scim-token.contract.ts';
import { scimToken } from '../subjects.ts';
import { CopyLine } from './copy-line.tsx';

const F = fieldsOf(scimTokenAdd.input);
const yearMillis = 365 * 86_400_000;

interface AddTokenProps {
  sourceId: string;
  onMade: (token: string) => void;
  onClose: () => void;
}

/** Names a new token and says until when it holds. */
export function AddToken({ sourceId, onMade, onClose }: AddTokenProps): ReactElement {
  const t = useT('user-centre');
  const [expiresAt] = useState(() => Date.now() + yearMillis);
  return (
    <SubjectContext value={scimToken}>
      <FormDialog
        endpoint={scimTokenAdd}
        title={t('source.token.add')}
        initial={{ name: '', expiresAt }}
        input={(values) => ({ sourceId, name: values['name'], expiresAt: values['expiresAt'] }) as Input<typeof scimTokenAdd>}
        invalidates={[scimTokenList]}
        onSaved={({ token }) => onMade(token)}
        onClose={onClose}
      >
        <F.name />
        <F.expiresAt as="time" help={t('source.token.expiresHelp')} />
      </FormDialog>
    </SubjectContext>
  );
}

/** A token that was just made, shown this once. */
export function MadeToken({ token, onClose }: { token: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  return (
    <Modal
      open
      title={t('source.token.made')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('source.token.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('source.token.once')} />
      <CopyLine label={t('source.token.made')} value={token} />
    </Modal>
  );
}
