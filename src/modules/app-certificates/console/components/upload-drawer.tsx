import { Alert, Button, Checkbox, Drawer, Form, Input, Upload } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { certCalls, type CertificateKind, type CertificateRow, type pushCerts } from '../../common/certificate.contract.ts';

interface UploadDrawerProps {
  kind: CertificateKind;
  appId: string;
  /** The one that is replaced. */
  row?: CertificateRow;
  onClose: () => void;
}

type Checked = Reply<typeof pushCerts.check>;

/** Uploads a certificate or profile: it is read and checked before it can be kept. */
export function UploadDrawer({ kind, appId, row, onClose }: UploadDrawerProps): ReactElement {
  const t = useT('app-certificates');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [passwordId, keyField, teamField] = [useId(), useId(), useId()];
  const calls = certCalls[kind];
  const [file, setFile] = useState<{ name: string; fileId: string }>();
  const [password, setPassword] = useState('');
  const [keyId, setKeyId] = useState('');
  const [teamId, setTeamId] = useState('');
  const [checked, setChecked] = useState<Checked>();
  const [wrong, setWrong] = useState<string>();
  const [agreed, setAgreed] = useState(false);
  const ends = { invalidates: [calls.list], onSaved: onClose };
  const adding = useSave(calls.add, ends);
  const replacing = useSave(calls.replace, ends);
  const given = { appId, fileId: file?.fileId ?? '', password, ...(keyId && { keyId }), ...(teamId && { teamId }) };
  const reset = (): void => {
    setChecked(undefined);
    setWrong(undefined);
    setAgreed(false);
  };
  const take = async (chosen: File): Promise<void> => {
    reset();
    try {
      const sent = await upload(chosen, 'certificate', () => undefined, new AbortController().signal);
      setFile({ name: chosen.name, fileId: sent.fileId });
    } catch (error) {
      setWrong(error instanceof Error ? error.message : '');
    }
  };
  const look = async (): Promise<void> => {
    reset();
    try {
      setChecked(await call(calls.check, { ...given, ...(row && { replaces: row.id }) }, { silent: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setWrong(error.msg);
    }
  };
  const save = (): void => {
    if (!row) void adding.save(given);
    else
      void replacing.save({
        ...given,
        id: row.id,
        version: row.version,
        ...(checked && checked.terminals > 0 && { terminals: checked.terminals }),
      });
  };
  const stops = checked?.findings.some(({ level }) => level === 'stop') ?? true;
  const asks = (checked?.terminals ?? 0) > 0 && row !== undefined;
  return (
    <Drawer
      open
      title={row ? t('upload.replace', { name: row.name }) : t('upload.add', { kind: t(`section.${kind}`) })}
      size={narrow ? '100%' : 560}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      <Form layout="vertical" onFinish={() => void look()}>
        <Upload
          showUploadList={false}
          beforeUpload={(chosen) => {
            void take(chosen);
            return false;
          }}
        >
          <Button>{t('upload.choose')}</Button>
        </Upload>{' '}
        {file?.name}
        {kind !== 'profile' && (
          <Form.Item label={t('appCertificate.field.password')} htmlFor={passwordId} extra={t('upload.passwordHint')}>
            <Input.Password id={passwordId} autoComplete="off" value={password} onChange={({ target }) => setPassword(target.value)} />
          </Form.Item>
        )}
        {kind === 'push' && (
          <>
            <Form.Item label={t('appCertificate.field.keyId')} htmlFor={keyField}>
              <Input id={keyField} value={keyId} onChange={({ target }) => setKeyId(target.value)} />
            </Form.Item>
            <Form.Item label={t('appCertificate.field.teamId')} htmlFor={teamField}>
              <Input id={teamField} value={teamId} onChange={({ target }) => setTeamId(target.value)} />
            </Form.Item>
          </>
        )}
        <Button htmlType="submit" disabled={!file}>
          {t('upload.check')}
        </Button>
      </Form>
      {wrong !== undefined && <Alert type="error" showIcon role="alert" title={wrong} />}
      {checked && <Findings checked={checked} />}
      {asks && (
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          {t('upload.agree', { n: checked?.terminals ?? 0 })}
        </Checkbox>
      )}
      <p>
        <Button
          type="primary"
          danger={row !== undefined}
          disabled={stops || (asks && !agreed)}
          loading={adding.saving || replacing.saving}
          onClick={save}
        >
          {t('upload.save')}
        </Button>
      </p>
    </Drawer>
  );
}

function Findings({ checked: { facts, findings } }: { checked: Checked }): ReactElement {
  const t = useT('app-certificates');
  return (
    <>
      <dl>
        <dt>{t('appCertificate.field.subject')}</dt>
        <dd>{facts.subject}</dd>
        <dt>{t('appCertificate.field.sha256')}</dt>
        <dd>
          <code>{facts.sha256}</code>
        </dd>
      </dl>
      {findings.length === 0 && <Alert type="success" showIcon role="status" title={t('upload.ready')} />}
      {findings.map((one) => (
        <Alert key={`${one.code} ${one.text}`} type={one.level === 'stop' ? 'error' : 'warning'} showIcon title={one.text} />
      ))}
    </>
  );
}
