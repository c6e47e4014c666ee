import { Alert } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Audience } from '#kit/common/audience.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { AudienceInput } from '#kit/console/audience/audience-input.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ImportButton } from '#kit/console/jobs/import-button.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { versionUserPage } from '../common/permissions.ts';
import { limitUserExport, limitUserImport } from '../common/limit-files.contract.ts';
import { limitUserExplain, limitUserList, limitUserSave } from '../common/release.contract.ts';
import { appVersion } from '../common/version.contract.ts';
import { useVersion } from './use-app.ts';
import './apps.css';

/** Who may get a version, and whether a person would. */
export default function VersionUserPage(): ReactElement {
  const t = useT('apps');
  const kit = useT('kit');
  const may = useMay()(limitUserSave);
  const { versionId } = useVersion();
  const { data } = useRead(limitUserList, { versionId });
  const [draft, setDraft] = useState<Audience>();
  const { save, saving, issues } = useSave(limitUserSave, {
    invalidates: [limitUserList, appVersion.get, appVersion.list],
    onSaved: () => setDraft(undefined),
    undoable: true,
  });
  useLeaveGuard(draft !== undefined, () => setDraft(undefined));
  if (!data) return <WaitingForm lines={4} />;
  const stored: Audience = data.list.map(({ kind, id, exclude }) => ({ kind, id, exclude }));
  const rows = draft ?? stored;
  const keep = async (): Promise<void> => {
    const add = rows.filter((row) => !stored.some((one) => one.id === row.id && one.exclude === row.exclude));
    const remove = stored.filter((row) => !rows.some(({ id }) => id === row.id)).map(({ id }) => id);
    await save({ versionId, version: data.version, add: [...add], remove });
  };
  return (
    <>
      <section aria-label={t('limit.title')}>
        <h3>{t('limit.title')}</h3>
        <p>{t('limit.reach', { people: data.people, terminals: data.terminals })}</p>
        <LimitFiles versionId={versionId} />
        <AudienceInput value={rows} onChange={setDraft} />
        {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
        {may && (
          <div className="apps-bar">
            <OffButton type="primary" loading={saving} off={draft === undefined && 'nothing'} onClick={() => void keep()}>
              {kit('form.save')}
            </OffButton>
          </div>
        )}
      </section>
      <Explain versionId={versionId} />
    </>
  );
}

const ImportDialog = later(
  'import-dialog',
  async () => (await import('#kit/console/change/import-dialog.tsx')).ImportDialog<typeof limitUserImport, typeof limitUserExport>,
);

/** Limit users read from a file and written to one. */
function LimitFiles({ versionId }: { versionId: string }): ReactElement {
  const t = useT('apps');
  const [importing, setImporting] = useState(false);
  return (
    <div className="apps-bar">
      <ImportButton code={versionUserPage.button.import} onClick={() => setImporting(true)} />
      <ExportButton endpoint={limitUserExport} input={(format) => ({ versionId, format })} />
      {importing && (
        <ImportDialog title={t('job.importLimits')} start={limitUserImport} options={{ versionId }} onClose={() => setImporting(false)}>
          <p>{t('limit.importHelp')}</p>
        </ImportDialog>
      )}
    </div>
  );
}

/** Each rule of the offer for one person. */
function Explain({ versionId }: { versionId: string }): ReactElement {
  const t = useT('apps');
  const [empId, setEmpId] = useState<string | null>(null);
  const { data } = useRead(limitUserExplain, { versionId, empId: empId ?? '' }, { enabled: empId !== null });
  return (
    <section aria-label={t('limit.explain')}>
      <h3>{t('limit.explain')}</h3>
      <EmployeePicker
        value={empId}
        aria-label={t('limit.explain')}
        onChange={(picked) => setEmpId(typeof picked === 'string' ? picked : null)}
      />
      {empId !== null && data && (
        <>
          <p role="status">{t(data.offered ? 'limit.offered' : 'limit.notOffered')}</p>
          <ul>
            {data.rules.map(({ rule, holds, detail }) => (
              <li key={rule}>
                {[`${holds ? '✓' : '✗'} ${t(`rule.${rule as 'limits'}`)}`, textIfAny('apps', `rollout.state.${detail}`) ?? detail]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
