import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { allPhrases } from '../../common/fields.ts';
import { scene, sceneGroup, type SceneDetail } from '../../common/scene.contract.ts';
import { Groups } from './groups.tsx';
import { SceneForm } from './scene-form.tsx';

const colours = { draft: 'default', published: 'success', disabled: 'warning' } as const;
const percent = (value: number | null): string => (value === null ? '—' : `${value} %`);

/** Scenes in their order; at the left their groups. */
export function Scenes(): ReactElement {
  const t = useT('mika');
  const columns: EntityProps<typeof scene>['columns'] = [
    'name',
    'kind',
    { name: 'phraseCount', as: 'number', sortable: false },
    { name: 'slots', sortable: false, cell: ({ slots }) => slots.length, optional: true },
    { name: 'people', as: 'number', sortable: false, optional: true },
    { name: 'hits30', as: 'number', sortable: false },
    { name: 'helped', sortable: false, cell: ({ helped }) => percent(helped) },
    { name: 'wrong', sortable: false, cell: ({ wrong }) => percent(wrong), optional: true },
    { name: 'state', sortable: false, cell: ({ state, changed }) => <State state={state} changed={changed} /> },
    'order',
    { name: 'code', as: 'code', optional: true },
    { name: 'ownerName', sortable: false, optional: true },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <CrudPanel
      entity={scene}
      columns={columns}
      filters={(list) => (
        <>
          <Groups list={list} />
          <SearchFilter list={list} name="text" />
          <PickFilter list={list} name="groupId">
            <ObjectPicker list={sceneGroup.list} />
          </PickFilter>
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="silent" />
          <PickFilter list={list} name="ownerId">
            <EmployeePicker />
          </PickFilter>
        </>
      )}
      form={(object) => <SceneForm isNew={object === undefined} />}
      facts={(object) => <SceneFacts object={object} />}
    />
  );

  function State({ state, changed }: Pick<SceneDetail, 'state' | 'changed'>): ReactElement {
    return (
      <>
        <Tag color={colours[state]}>{t(`scene.state.${state}`)}</Tag>
        {changed && state !== 'draft' && <Tag>{t('scene.field.changed')}</Tag>}
      </>
    );
  }
}

/** A scene in full: what leads to it, what it asks for and does, and what keeps it from working. */
function SceneFacts({ object }: { object: SceneDetail }): ReactElement {
  const t = useT('mika');
  const [language] = useLanguage();
  return (
    <>
      {object.problems.length > 0 && (
        <section className="mika-box" aria-label={t('scene.problems')}>
          <h4>{t('scene.problems')}</h4>
          <ul>
            {object.problems.map(({ path, key, params }) => (
              <li key={`${path} ${key} ${JSON.stringify(params)}`}>
                <Problem name={key} params={params} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Facts
        row={object}
        facts={[
          { name: 'name', as: 'local' },
          { name: 'code', as: 'code' },
          { name: 'groupName' },
          { name: 'kind', as: 'enum' },
          { name: 'state', as: 'enum' },
          { name: 'phrases', show: () => allPhrases(object.phrases).join(' · ') },
          { name: 'negatives', show: () => object.negatives.join(' · ') },
          { name: 'slots', show: () => object.slots.map(({ name }) => pick(name, language)).join(', ') },
          { name: 'threshold', show: () => String(object.threshold) },
          { name: 'confirm', as: 'enum' },
          { name: 'audience', show: () => <AudienceText rows={object.audience} /> },
          { name: 'priority', as: 'number' },
          { name: 'ownerName' },
          { name: 'ownerDeptName' },
          { name: 'validFrom', as: 'time' },
          { name: 'validUntil', as: 'time' },
          { name: 'hits30', as: 'number' },
          { name: 'updatedAt', as: 'time' },
        ]}
      />
    </>
  );
}

const problems = ['unreachable', 'neverAsked', 'noLanguage', 'noPhrases', 'otherWins'] as const;

function Problem({ name, params }: { name: string; params: Record<string, string> }): ReactElement {
  const t = useT('mika');
  const known = problems.find((one) => one === name);
  return <>{known ? t(`scene.problem.${known}`, params) : name}</>;
}
