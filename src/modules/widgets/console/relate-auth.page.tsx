import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ChoiceMatrix, type ChoiceGroup } from '#kit/console/roles/choice-matrix.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { mamResources, mamRole, mamSaveResources } from '../common/role.contract.ts';
import { useDraft } from './components/use-draft.ts';
import './components/widgets.css';

type Resources = Reply<typeof mamResources>;

/** What holders of the chosen app role may use: widgets by category, app functions, release channels. */
export default function RelateAuthPage(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <Authority roleId={roleId} />;
}

function Authority({ roleId }: { roleId: string }): ReactElement {
  const { data, error, refetch } = useRead(mamResources, { roleId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <AuthorityForm key={roleId} stored={data} /> : <WaitingForm />;
}

function AuthorityForm({ stored }: { stored: Resources }): ReactElement {
  const t = useT('widgets');
  const kit = useT('kit');
  const may = useMay()(mamSaveResources);
  const { draft, dirty, change, reset } = useDraft(stored.version, stored.codes);
  const readings = [mamResources, mamRole.list, mamRole.find];
  const { save, saving, issues } = useSave(mamSaveResources, { invalidates: readings, undoable: true });
  const input = { roleId: stored.roleId, version: stored.version, codes: draft };
  const categories = [...Map.groupBy(stored.widgets, ({ categoryName }) => categoryName)];
  const groups: ChoiceGroup<string>[] = [
    ...categories.map(([name, all]) => ({
      key: `category ${name}`,
      title: name || t('authority.uncategorised'),
      options: all.map((one) => ({
        code: `widget:${one.id}`,
        name: one.name,
        note: one.forEveryone ? t('authority.forEveryone') : undefined,
      })),
    })),
    {
      key: 'functions',
      title: t('authority.functions'),
      options: stored.functions.map((one) => ({ code: `func:${one.code}`, name: one.name })),
    },
    {
      key: 'channels',
      title: t('authority.channels'),
      options: stored.channels.map((one) => ({ code: `channel:${one.code}`, name: one.name })),
    },
  ];
  return (
    <section className="widgets-authority" aria-label={t('field.widgets')}>
      {stored.widgets.length === 0 && <EmptyState title={t('authority.none')} />}
      <ChoiceMatrix groups={groups} held={draft} disabled={!may} search={t('authority.search')} onChange={change} />
      {may && (
        <footer className="whk-save-bar whk-form-foot">
          <span>{dirty && <ImpactLine endpoint={mamSaveResources} input={saving ? undefined : input} />}</span>
          {issues.length > 0 && <span role="alert">{issues.map(({ message }) => message).join(' ')}</span>}
          <span role="status">{t('authority.chosen', { count: draft.length })}</span>
          {dirty && <Button onClick={reset}>{kit('settings.reset')}</Button>}
          <OffButton type="primary" off={!dirty && 'nothing'} loading={saving} onClick={() => void save(input)}>
            {kit('form.save')}
          </OffButton>
        </footer>
      )}
    </section>
  );
}
