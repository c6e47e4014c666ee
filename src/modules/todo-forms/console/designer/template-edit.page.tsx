import { Alert, Button, Empty, Tabs, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { pasteField } from '../../common/form/edit.ts';
import { problemsOf } from '../../common/form/problems.ts';
import { formField } from '../../common/form/version.ts';
import { templatePage } from '../../common/permissions.ts';
import { templatePublish, templateVersion, todoTemplate, type TodoTemplateDetail } from '../../common/template/template.contract.ts';
import { ProblemsList } from '../template/problems-list.tsx';
import { Canvas } from './canvas.tsx';
import { DataPanel, SectionPanel } from './data-panel.tsx';
import './designer.css';
import { FieldPanel, fieldInClipboard } from './field-panel.tsx';
import { Outline, Palette } from './palette.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { ActionsPanel, StagesPanel } from './stages-panel.tsx';
import { useDraft, type Draft } from './use-draft.ts';
import { useSaving } from './use-saving.ts';

const PublishDialog = later('todo-publish', async () => (await import('../template/publish-dialog.tsx')).PublishDialog);

/** The designer of one template, or the look at one of its versions. */
export default function TemplateEditPage(): ReactElement {
  const t = useT('todo-forms');
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const number = Number(params.get('version') ?? 0);
  if (id === '') return <Choose />;
  if (number > 0) return <Version key={`${id}.${number}`} id={id} number={number} />;
  return (
    <section aria-label={t('design.title')}>
      <Open key={id} id={id} />
    </section>
  );
}

/** Nothing is named: the list of templates is where one is chosen. */
function Choose(): ReactElement {
  const t = useT('todo-forms');
  const navigate = useNavigate();
  return (
    <Empty description={t('design.choose')}>
      <Button type="primary" onClick={() => void navigate(templatePage.route ?? '')}>
        {t('design.toList')}
      </Button>
    </Empty>
  );
}

function Version({ id, number }: { id: string; number: number }): ReactElement {
  const t = useT('todo-forms');
  const navigate = useNavigate();
  const { data, error, refetch } = useRead(templateVersion, { id, number });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm />;
  return (
    <>
      <div className="tdd-head">
        <h2>{t('versions.number', { n: number })}</h2>
        {data.note !== '' && <span>{data.note}</span>}
        <Button onClick={() => void navigate(-1)}>{t('design.back')}</Button>
      </div>
      <Canvas version={data.content} chosen={undefined} onChoose={() => undefined} />
    </>
  );
}

function Open({ id }: { id: string }): ReactElement {
  const { data, error, refetch } = useRead(todoTemplate.get, { id });
  // What was read first is what is edited: later readings only say that somebody else saved.
  const [first, setFirst] = useState<TodoTemplateDetail>();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!first && data) setFirst(data);
  return first ? <Designer template={first} /> : <WaitingForm />;
}

function Designer({ template }: { template: TodoTemplateDetail }): ReactElement {
  const t = useT('todo-forms');
  const may = useMay();
  const draft = useDraft(template.content);
  const saving = useSaving(template, draft, may(todoTemplate.update));
  const [chosen, setChosen] = useState<string>();
  const [tab, setTab] = useState('field');
  useLeaveGuard(saving.state !== 'saved', () => draft.change(template.content));
  const choose = (code: string | undefined): void => {
    setChosen(code);
    const [part = ''] = (code ?? '').split(':');
    setTab(part === 'action' ? 'actions' : part === 'rule' ? 'rules' : part === 'stage' ? 'stages' : 'field');
  };
  const problems = problemsOf(draft.now);
  const follow = (path: string): void => {
    const [part = '', code = ''] = path.split('.');
    if (part === 'data' || part === 'layout') return setTab(part === 'data' ? 'data' : 'field');
    choose(part === 'fields' ? code : `${part.slice(0, -1)}:${code}`);
  };
  const keys = (event: React.KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
      return;
    const step = event.key === 'z' ? (event.shiftKey ? draft.redo : draft.undo) : event.key === 'y' ? draft.redo : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <div onKeyDown={keys} role="presentation">
      <Head template={template} draft={draft} saving={saving} />
      {saving.merged && (
        <Alert
          type="warning"
          title={saving.merged.length === 0 ? t('design.merged') : t('design.mergedBoth', { codes: saving.merged.join(', ') })}
        />
      )}
      <div className="tdd-designer">
        <div className="tdd-left">
          <Palette draft={draft} chosen={chosen} onChoose={choose} />
          <Outline draft={draft} chosen={chosen} onChoose={choose} />
        </div>
        <Canvas version={draft.now} chosen={chosen} onChoose={choose} />
        <div className="tdd-right">
          <Tabs
            activeKey={tab}
            onChange={setTab}
            items={[
              { key: 'field', label: t('design.properties'), children: <Chosen draft={draft} chosen={chosen} onChoose={choose} /> },
              { key: 'rules', label: t('design.rules'), children: <RulesPanel draft={draft} open={partOf(chosen, 'rule')} /> },
              { key: 'stages', label: t('design.stages'), children: <StagesPanel draft={draft} open={partOf(chosen, 'stage')} /> },
              { key: 'actions', label: t('design.actions'), children: <ActionsPanel draft={draft} open={partOf(chosen, 'action')} /> },
              { key: 'data', label: t('design.data'), children: <DataPanel draft={draft} /> },
            ]}
          />
          <h4>{t('problem.title', { n: problems.length })}</h4>
          <ProblemsList problems={problems} onChoose={follow} />
        </div>
      </div>
    </div>
  );
}

const partOf = (chosen: string | undefined, part: string): string | undefined =>
  chosen?.startsWith(`${part}:`) ? chosen.slice(part.length + 1) : undefined;

/** What the chosen part is made of. */
function Chosen({
  draft,
  chosen,
  onChoose,
}: {
  draft: Draft;
  chosen: string | undefined;
  onChoose: (code: string | undefined) => void;
}): ReactElement {
  const t = useT('todo-forms');
  const field = draft.now.fields.find(({ code }) => code === chosen);
  const section = draft.now.layout.sections.find(({ code }) => code === partOf(chosen, 'section'));
  const paste = (): void => {
    const read = formField.safeParse(fieldInClipboard());
    if (!read.data) return;
    const { version, code } = pasteField(draft.now, read.data, field?.code);
    draft.change(version);
    onChoose(code);
  };
  return (
    <>
      <Button size="small" onClick={paste}>
        {t('design.paste')}
      </Button>
      {field && <FieldPanel key={field.code} draft={draft} field={field} onChoose={onChoose} />}
      {section && <SectionPanel key={section.code} draft={draft} section={section} onChoose={onChoose} />}
      {!field && !section && <p className="tdf-hint">{t('design.chooseField')}</p>}
    </>
  );
}

/** The name of the template, how its draft stands, and what is done with it as a whole. */
function Head({
  template,
  draft,
  saving,
}: {
  template: TodoTemplateDetail;
  draft: Draft;
  saving: ReturnType<typeof useSaving>;
}): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  const navigate = useNavigate();
  const [publishing, setPublishing] = useState<number>();
  const save = useActionName(todoTemplate.update);
  const publish = useActionName(templatePublish);
  const name = pick(template.name, language);
  return (
    <div className="tdd-head">
      <Button type="text" onClick={() => void navigate(templatePage.route ?? '')}>
        {t('design.back')}
      </Button>
      <h2>{name}</h2>
      <span>{template.systemName}</span>
      <Tag color={saving.state === 'saved' ? 'success' : saving.state === 'failed' ? 'error' : 'gold'}>
        {t(`design.state.${saving.state}`)}
      </Tag>
      <Button disabled={!draft.undo} onClick={draft.undo}>
        {t('editor.undo')}
      </Button>
      <Button disabled={!draft.redo} onClick={draft.redo}>
        {t('editor.redo')}
      </Button>
      {save.granted && (
        <Button disabled={saving.state === 'saved'} loading={saving.state === 'saving'} onClick={() => void saving.save()}>
          {t('design.save')}
        </Button>
      )}
      {publish.granted && (
        <Button
          type="primary"
          onClick={() =>
            void saving.save().then((version) => {
              if (version !== undefined) setPublishing(version);
            })
          }
        >
          {publish.name}
        </Button>
      )}
      {publishing !== undefined && (
        <PublishDialog
          id={template.id}
          version={publishing}
          name={name}
          onClose={() => setPublishing(undefined)}
          onPublished={() => void navigate(templatePage.route ?? '')}
        />
      )}
    </div>
  );
}
