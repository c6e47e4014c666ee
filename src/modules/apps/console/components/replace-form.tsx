import { Button, Input } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { upload } from '#kit/console/files/upload.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { app, isNew } from '../../common/app.contract.ts';
import { appVersion, versionReplace, type VersionDetail } from '../../common/version.contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import '../apps.css';

/** Gives a version that was never on shelf another package, or registers its page in a store. */
export function ReplaceForm({ version }: { version: VersionDetail }): ReactElement | null {
  const t = useT('apps');
  const may = useMay();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const [wrong, setWrong] = useState('');
  const [store, setStore] = useState({ storeUrl: '', versionName: version.versionName, buildNo: '' });
  const { save, saving, issues } = useSave(versionReplace, { invalidates: [appVersion.get, appVersion.list, app.get], undoable: true });
  if (version.status !== isNew || !may(versionReplace)) return null;
  const target = { id: version.id, version: version.version };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setSending(true);
    setWrong('');
    try {
      const { fileId } = await upload(file, 'package', () => undefined, new AbortController().signal);
      await save({ ...target, content: { fileId } });
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  };
  const isReady = store.storeUrl !== '' && store.versionName !== '' && store.buildNo !== '';
  return (
    <details className="apps-replace" open={version.fileId === null && version.storeUrl === null}>
      <summary>{t('version.replaceTitle')}</summary>
      <p>{t('version.replaceHint')}</p>
      <input ref={input} type="file" accept=".apk,.ipa" hidden onChange={(event) => void take(event.target.files?.[0])} />
      <div className="apps-bar">
        <Button loading={sending || saving} onClick={() => input.current?.click()}>
          {t('version.replaceFile')}
        </Button>
      </div>
      <div className="apps-plan" role="group" aria-label={t('version.replaceStore')}>
        {(['storeUrl', 'versionName', 'buildNo'] as const).map((name) => (
          <label key={name}>
            {name === 'storeUrl' ? t('version.storeAddress') : t(`appVersion.field.${name}`)}
            <Input value={store[name]} maxLength={500} onChange={(event) => setStore({ ...store, [name]: event.target.value.trim() })} />
          </label>
        ))}
        <OffButton off={!isReady && 'fields'} loading={saving} onClick={() => void save({ ...target, content: store })}>
          {t('version.replaceStore')}
        </OffButton>
      </div>
      {wrong !== '' && <p role="alert">{wrong}</p>}
      {issues.map(({ path, message }) => (
        <p key={path} role="alert">
          {message}
        </p>
      ))}
    </details>
  );
}
