import { Alert, Button, Checkbox, Drawer, Form, Input, Upload } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import './ending.css';
import { certCalls, type CertificateKind, type CertificateRow, type pushCerts } from '../../common/certificate.contract.ts';

interface UploadDrawerProps {
  kind: CertificateKind;
  appId: string;
  /** The one that is replaced. */
  row?: CertificateRow;
  onClose: () => void;
}

/** The password of the file is wrong: it is said at its field. */
const wrongPassword = 13030;

type Checked = Reply<typeof pushCerts.check>;

/** What is entered beside the file. */
interface Entered {
  password: string;
  keyId: string;
  teamId: string;
}

/** Uploads a certificate or profile: it is read and checked before it can be kept. */
export function UploadDrawer({ kind, appId, row, onClose }: UploadDrawerProps): ReactElement {
  const t = useT('app-certificates');
  const kit = useT('kit');
  const narrow = useNarrow();
  const calls = certCalls[kind];
  const [file, setFile] = useState<{ name: string; fileId: string }>();
  const [entered, setEntered] = useState<Entered>({ password: '', keyId: '', teamId: '' });
  const [found, setFound] = useState<{ checked?: Checked; wrong?: string; password?: string }>({});
  const { password, keyId, teamId } = entered;
  const given = { appId, fileId: file?.fileId ?? '', password, ...(keyId && { keyId }), ...(teamId && { teamId }) };
  const take = async (chosen: File): Promise<void> => {
    setFound({});
    try {
      const sent = await upload(chosen, 'certificate', () => undefined, new AbortController().signal);
      setFile({ name: chosen.name, fileId: sent.fileId });
    } catch (error) {
      setFound({ wrong: error instanceof Error ? error.message : '' });
    }
  };
  const look = async (): Promise<void> => {
    try {
      setFound({ checked: await call(calls.check, { ...given, ...(row && { replaces: row.id }) }, { silent: true }) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFound(error.code === wrongPassword ? { password: error.msg } : { wrong: error.msg });
    }
  };
  return (
    <Drawer
      open
      title={row ? t('upload.replace', { name: row.name }) : t(`upload.add.${kind}`)}
      size={narrow ? '100%' : 560}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      <Form layout="vertical" className="certificates-form" onFinish={() => void look()}>
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
        {kind !== 'profile' && <Beside kind={kind} entered={entered} mistake={found.password} onChange={setEntered} />}
        <OffButton htmlType="submit" off={!file && 'file'}>
          {t('upload.check')}
        </OffButton>
      </Form>
      {found.wrong !== undefined && <Alert type="error" showIcon role="alert" title={found.wrong} />}
      {found.checked && <Findings checked={found.checked} />}
      {found.checked && <Keep kind={kind} checked={found.checked} given={given} row={row} onClose={onClose} />}
    </Drawer>
  );
}

interface BesideProps {
  kind: CertificateKind;
  entered: Entered;
  /** What is wrong with the password. */
  mistake: string | undefined;
  onChange: (entered: Entered) => void;
}

/** The password of the file, and of a key its id and team. */
function Beside({ kind, entered, mistake, onChange }: BesideProps): ReactElement {
  const t = useT('app-certificates');
  const id = useId();
  const names = kind === 'push' ? (['keyId', 'teamId'] as const) : [];
  return (
    <>
      <Form.Item
        label={t('appCertificate.field.password')}
        htmlFor={`${id}password`}
        extra={t('upload.passwordHint')}
        {...(mistake !== undefined && { validateStatus: 'error' as const, help: <span id={`${id}mistake`}>{mistake}</span> })}
      >
        <Input.Password
          id={`${id}password`}
          autoComplete="off"
          {...(mistake !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}mistake` })}
          value={entered.password}
          onChange={({ target }) => onChange({ ...entered, password: target.value })}
        />
      </Form.Item>
      {names.map((name) => (
        <Form.Item key={name} label={t(`appCertificate.field.${name}`)} htmlFor={id + name}>
          <Input id={id + name} value={entered[name]} onChange={({ target }) => onChange({ ...entered, [name]: target.value })} />
        </Form.Item>
      ))}
    </>
  );
}

interface KeepProps extends Pick<UploadDrawerProps, 'kind' | 'onClose'> {
  checked: Checked;
  given: { appId: string; fileId: string; password: string };
  row: CertificateRow | undefined;
}

/** Keeps what was checked; where terminals stop receiving, that is agreed to first. */
function Keep({ kind, checked, given, row, onClose }: KeepProps): ReactElement {
  const t = useT('app-certificates');
  const calls = certCalls[kind];
  const [agreed, setAgreed] = useState(false);
  const ends = { invalidates: [calls.list], onSaved: onClose, undoable: true };
  const adding = useSave(calls.add, ends);
  const replacing = useSave(calls.replace, ends);
  const { terminals, findings } = checked;
  const asks = terminals > 0 && row !== undefined;
  const save = (): void => {
    if (!row) void adding.save(given);
    else void replacing.save({ ...given, id: row.id, version: row.version, ...(terminals > 0 && { terminals }) });
  };
  const stops = findings.some(({ level }) => level === 'stop') || (asks && !agreed);
  return (
    <p>
      {asks && (
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          {t('upload.agree', { n: terminals })}
        </Checkbox>
      )}
      <Button type="primary" danger={row !== undefined} disabled={stops} loading={adding.saving || replacing.saving} onClick={save}>
        {t('form.save')}
      </Button>
    </p>
  );
}

function Findings({ checked: { facts, findings } }: { checked: Checked }): ReactElement {
  const t = useT('app-certificates');
  return (
    <>
      <dl className="certificates-facts">
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
