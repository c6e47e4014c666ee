import { InboxOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState, type DragEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { code } from '#kit/common/codes.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { pickerSources } from '#kit/console/pickers/picker-source.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { app } from '../../common/app.contract.ts';
import { appVersion, packageParse } from '../../common/version.contract.ts';
import { versionAddress } from '../addresses.ts';
import { Findings } from './findings.tsx';
import '../apps.css';

interface Arrived {
  readonly key: string;
  readonly name: string;
  readonly state: 'sending' | 'reading' | 'read' | 'added' | 'refused';
  readonly share?: number;
  readonly fileId?: string;
  readonly reading?: Reply<typeof packageParse>;
  readonly message?: string;
  /** Page of the version that it became. */
  readonly page?: string;
}

/** What a refusal says: of a mistake what is wrong, not that something is. */
const messageOf = (error: unknown): string => {
  if (error instanceof CallError && error.issues.length > 0) return error.issues.map(({ message }) => message).join(' ');
  return error instanceof Error ? error.message : String(error);
};

/** Takes packages by drop or choice: each is sent, read, and added to the app that its identity names. */
export function UploadPanel({ appId }: { appId?: string }): ReactElement {
  const t = useT('apps');
  const [files, setFiles] = useState<readonly Arrived[]>([]);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = (key: string, more: Partial<Arrived>): void =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one)));
  const add = async (key: string, id: string, fileId: string): Promise<void> => {
    try {
      const added = await call(appVersion.add, { appId: id, fileId }, { silent: true });
      change(key, { state: 'added', page: versionAddress({ id: added.id, appId: id }) });
      await Promise.all([appVersion.list, app.list, app.get].map((operation) => invalidate(operation)));
    } catch (error) {
      const isKnown = error instanceof CallError && error.code === code.taken;
      change(key, { state: 'refused', message: isKnown ? t('upload.sameBuild') : messageOf(error) });
    }
  };
  const take = async (file: File): Promise<void> => {
    const key = `${file.name} ${file.lastModified} ${file.size}`;
    setFiles((all) => [...all.filter((one) => one.key !== key), { key, name: file.name, state: 'sending' }]);
    try {
      const sent = await upload(file, 'package', (done, total) => change(key, { share: done / total }), new AbortController().signal);
      change(key, { state: 'reading', fileId: sent.fileId });
      const reading = await call(packageParse, { fileId: sent.fileId, ...(appId !== undefined && { appId }) }, { silent: true });
      change(key, { state: 'read', reading });
      if (reading.app) await add(key, reading.app.id, sent.fileId);
    } catch (error) {
      change(key, { state: 'refused', message: messageOf(error) });
    }
  };
  const takeAll = (list: FileList | null): void => {
    for (const file of list ?? []) void take(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    takeAll(event.dataTransfer.files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is beside the button, which the keyboard reaches
    <section
      className="apps-drop"
      aria-label={t('upload.title')}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{t('upload.hint')}</p>
      <input ref={input} type="file" accept=".apk,.ipa" multiple hidden onChange={(event) => takeAll(event.target.files)} />
      <div>
        <Button icon={<InboxOutlined aria-hidden="true" />} onClick={() => input.current?.click()}>
          {t('upload.choose')}
        </Button>
      </div>
      {files.map((one) => (
        <PackageCard key={one.key} arrived={one} onNew={(id) => one.fileId && void add(one.key, id, one.fileId)} />
      ))}
    </section>
  );
}

/** One package on its way: how far it is, what was read of it, and what can be done. */
function PackageCard({ arrived, onNew }: { arrived: Arrived; onNew: (appId: string) => void }): ReactElement {
  const t = useT('apps');
  const { reading, state, name, message, share, page } = arrived;
  const { facts } = reading ?? {};
  const owner = reading?.app?.name ?? (state === 'read' ? t('upload.noApp') : '');
  const makeApp = async (): Promise<void> => {
    if (!reading) return;
    const label = Object.values(reading.facts.labels)[0] ?? reading.facts.identity;
    const { id } = await call(app.add, {
      name: { zh_CN: reading.facts.labels['zh'] ?? label, en_US: label },
      ownerDeptId: await ownDepartment(),
    });
    onNew(id);
  };
  return (
    <article className="apps-package">
      <header>
        <strong>{name}</strong>
        <span role="status">
          {t(`upload.${state}`)}
          {state === 'sending' && share !== undefined ? ` ${Math.round(share * 100)} %` : ''}{' '}
          {page !== undefined && (
            <Link to={page} aria-label={`${t('home.open')} · ${name}`}>
              {t('home.open')}
            </Link>
          )}
        </span>
      </header>
      {message !== undefined && <p role="alert">{message}</p>}
      {reading && facts && (
        <>
          <span>{[facts.identity, `${facts.versionName} (${facts.buildNo})`, owner].filter(Boolean).join(' · ')}</span>
          <Findings findings={reading.findings} />
          {reading.app === null && state === 'read' && (
            <div>
              <Button size="small" type="primary" onClick={() => void makeApp()}>
                {t('upload.newApp')}
              </Button>
            </div>
          )}
        </>
      )}
    </article>
  );
}

/** The department of who uploads: a new app is theirs until it is moved. */
async function ownDepartment(): Promise<string> {
  const [top] = (await pickerSources().department?.children(null, new AbortController().signal)) ?? [];
  return top?.id ?? '';
}
