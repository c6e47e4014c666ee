import { Alert } from 'antd';
import type { ReactElement } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { departmentMergePreview } from '../../common/department-merge.contract.ts';
import { RoleTurns } from '../person/role-turns.tsx';
import { Uses } from './uses.tsx';
import '../people.css';

type Effect = Reply<typeof departmentMergePreview>;

/** What a merge would touch: people, children, everything that names the departments, and roles. */
export function MergeEffect({
  input,
  places = true,
}: {
  input: Input<typeof departmentMergePreview>;
  /** Also which departments go, and into which. */
  places?: boolean;
}): ReactElement {
  const { data, error, refetch } = useRead(departmentMergePreview, input);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <Shown effect={data} places={places} /> : <WaitingForm lines={6} />;
}

/** Which departments go, and into which, by their names. */
export function MergePlaces({ input: { sourceIds, targetId, keepNames } }: { input: Input<typeof departmentMergePreview> }): ReactElement {
  const t = useT('user-centre');
  const { data } = useRead(departmentMergePreview, { sourceIds, targetId, keepNames });
  if (!data) return <WaitingForm lines={1} />;
  return (
    <p>
      {t('departmentMerge.fromTo', { from: data.sources.map(({ name }) => name).join(', '), to: data.target })}
      {keepNames !== false && <small className="uc-soft"> {t('departmentMerge.field.keepNames')}</small>}
    </p>
  );
}

function Shown({ effect, places }: { effect: Effect; places: boolean }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { target, sources, people, duplicates, children, renamed, united, references, roles } = effect;
  const number = (value: number): string => numberText(value, language);
  const refused = references.some((one) => one.refused !== null);
  return (
    <div className="uc-merge">
      {places && <p>{t('departmentMerge.fromTo', { from: sources.map(({ name }) => name).join(', '), to: target })}</p>}
      {refused && <Alert type="error" showIcon title={t('departmentMerge.refused')} />}
      <dl className="uc-merge-counts">
        <Count label={t('departmentMerge.people')} value={number(people)} />
        <Count label={t('departmentMerge.duplicates')} value={number(duplicates)} />
        <Count label={t('departmentMerge.children')} value={number(children)} />
        <Count label={t('departmentMerge.united')} value={number(united.length)} />
        <Count label={t('departmentMerge.references')} value={number(references.reduce((sum, { count }) => sum + count, 0))} />
      </dl>
      {renamed.length > 0 && (
        <Names title={t('departmentMerge.renamed')} names={renamed.map(({ id, from, to }) => ({ id, name: `${from} → ${to}` }))} />
      )}
      {united.length > 0 && (
        <Names title={t('departmentMerge.unitedNames')} names={united.map(({ id, from, into }) => ({ id, name: `${from} → ${into}` }))} />
      )}
      <section>
        <h3>{t('departmentMerge.references')}</h3>
        <Uses uses={references} none={t('departmentMerge.noReferences')} />
      </section>
      {roles.length > 0 && (
        <section>
          <h3>{t('roleTurn.title')}</h3>
          <RoleTurns roles={roles} />
        </section>
      )}
    </div>
  );
}

function Count({ label, value }: { label: string; value: string }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Names({ title, names }: { title: string; names: readonly { id: string; name: string }[] }): ReactElement {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {names.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
