import { App, Button, Input, Modal, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ruleAssign } from '../../common/rule.contract.ts';

const most = 2000;

/** The first column of each line. */
const accountsIn = (text: string): string[] => [
  ...new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line) =>
        line
          .split(/[,;\t]/)[0]!
          .trim()
          .replaceAll(/^"|"$/g, ''),
      )
      .filter((account) => account !== ''),
  ),
];

interface MembersByListProps {
  ruleId: string;
  readings: readonly Parameters<typeof useSave>[0][];
}

/** Puts people under a rule by a list of accounts, pasted or out of a file; accounts of nobody are told and stay to be mended. */
export function MembersByList({ ruleId, readings }: MembersByListProps): ReactElement {
  const off = useOff();
  const t = useT('devices');
  const { message } = App.useApp();
  const [text, setText] = useState<string>();
  const { save, saving } = useSave(ruleAssign, {
    invalidates: readings,
    onSaved: ({ count, unknown }) => {
      setText(unknown.length > 0 ? unknown.join('\n') : undefined);
      if (unknown.length > 0) void message.warning(t('ruleMember.list.unknown', { n: count, names: unknown.slice(0, 10).join(', ') }));
    },
  });
  const accounts = accountsIn(text ?? '');
  return (
    <>
      <Button onClick={() => setText('')}>{t('ruleMember.list.open')}</Button>
      <Modal
        open={text !== undefined}
        title={t('ruleMember.list.title')}
        okText={t('ruleMember.list.open')}
        okButtonProps={{ loading: saving, ...off(accounts.length > most ? 'most' : accounts.length === 0 && 'fields') }}
        onOk={() => void save({ ruleId, kind: 'employee', accounts })}
        onCancel={() => setText(undefined)}
      >
        <p>{t('ruleMember.list.hint')}</p>
        <Upload
          accept=".csv,.txt"
          showUploadList={false}
          beforeUpload={async (file) => {
            setText(await file.text());
            return false;
          }}
        >
          <Button>{t('file.choose')}</Button>
        </Upload>
        <Input.TextArea
          aria-label={t('ruleMember.list.accounts')}
          rows={8}
          spellCheck={false}
          value={text ?? ''}
          onChange={(event) => setText(event.target.value)}
        />
      </Modal>
    </>
  );
}
