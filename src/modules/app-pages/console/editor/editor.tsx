import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Alert, App, Button, Checkbox, DatePicker, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { languages, type Language } from '#kit/common/language.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import type { Issue } from '#kit/common/codes.ts';
import { fieldOf, type CallError } from '#kit/console/call/call-error.ts';
import { issuesOf, useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { PageLink } from '#kit/console/shell/page-link.tsx';
import { dayjs, momentFormats } from '#kit/console/theme/calendar.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { pageConfig, pageReleases, tagList, tagSave, type TagSet } from '../../common/page.contract.ts';
import { pageConfigPage, pageContentPage } from '../../common/permissions.ts';
import { placeWords, usePageNames, type PageNames } from './card-names.ts';
import { Conflict } from './conflict.tsx';
import { Palette } from './palette.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import { placeOf, Problems, problemsIn, useReason } from './problems.tsx';
import { Properties } from './properties.tsx';
import { actions, usePageDraft, type Chosen, type Editing, type PageDraft } from './use-page-draft.ts';
import '../components/pages.css';

const SeeAs = later('page-see-as', async () => (await import('./see-as.tsx')).SeeAs);
const devices = ['phone', 'small', 'tablet', 'pc'] as const;

const draftOf = ({ tagList: tags, isPageEditConsole }: Pick<TagSet, 'tagList' | 'isPageEditConsole'>): PageDraft => ({
  tags,
  edit: isPageEditConsole,
});

/** How a page is looked at while it is edited. */
interface EditorView {
  language: Language;
  setLanguage: (language: Language) => void;
  device: (typeof devices)[number];
  setDevice: (device: (typeof devices)[number]) => void;
  chosen: Chosen | undefined;
  setChosen: (chosen: Chosen | undefined) => void;
}

/** The view of an editor: kept by the page, so that it outlives a save. */
export function useEditorView(): EditorView {
  const [own] = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const [device, setDevice] = useState<EditorView['device']>('phone');
  const [chosen, setChosen] = useState<Chosen | undefined>({ tag: 0 });
  return { language, setLanguage, device, setDevice, chosen, setChosen };
}

/** Palette, phone and properties of a page; saved as a draft, shown to trial people, or published. */
export function Editor({ appId, stored, view }: { appId: string; stored: TagSet; view: EditorView }): ReactElement {
  const t = useT('app-pages');
  const { language, setLanguage, device, setDevice, chosen, setChosen } = view;
  const [seeing, setSeeing] = useState(false);
  const [problems, setProblems] = useState(stored.problems);
  const [refused, setRefused] = useState<{ of: PageDraft; issues: readonly Issue[] }>();
  const names = usePageNames(appId);
  const editing = usePageDraft(`page:${stored.configId}:${stored.version}`, draftOf(stored));
  const { draft, change } = editing;
  const at = Math.min(chosen?.tag ?? 0, draft.tags.length - 1);
  return (
    <section className="pages-editor" aria-label={t('editor.title')}>
      <Toolbar
        {...{ editing, stored, names, language, setLanguage, device, setDevice }}
        onSaved={setProblems}
        onRefused={(found) => {
          setRefused({ of: draft, issues: found });
          const place = placeOf(found[0]?.path ?? '');
          if (place) setChosen(place);
        }}
        onSeeAs={() => setSeeing(true)}
      />
      {editing.restored && editing.dirty && <Alert type="info" showIcon title={t('editor.unsaved')} />}
      <div className="pages-three">
        <Palette
          appId={appId}
          tags={draft.tags}
          onAddTag={(tag) => {
            change(actions.addTag(draft, tag));
            setChosen({ tag: draft.tags.length });
          }}
          onAddCard={
            draft.tags[at]?.tagType === 1
              ? (card) => {
                  change(actions.cards(draft, at, (all) => [...all, card]));
                  setChosen({ tag: at, card: draft.tags[at]?.cardArray.length ?? 0 });
                }
              : undefined
          }
        />
        <PhoneFrame
          draft={draft}
          names={names}
          language={language}
          device={device}
          chosen={chosen}
          onChoose={setChosen}
          onChange={change}
        />
        <Properties
          draft={draft}
          chosen={chosen}
          issues={refused?.of === draft ? refused.issues : []}
          onChange={change}
          onChoose={setChosen}
        />
      </div>
      <Problems problems={problems} wordsOf={(path) => placeWords(path, draft.tags, { names, language })} onChoose={setChosen} />
      {seeing && <SeeAs configId={stored.configId} tags={draft.tags} names={names} language={language} onClose={() => setSeeing(false)} />}
    </section>
  );
}

interface ToolbarProps extends Omit<EditorView, 'chosen' | 'setChosen'> {
  editing: Editing;
  stored: TagSet;
  names: PageNames;
  onSaved: (problems: TagSet['problems']) => void;
  /** A save was refused for what stands at places of the draft. */
  onRefused: (issues: readonly Issue[]) => void;
  onSeeAs: () => void;
}

function Toolbar({
  editing,
  stored,
  names,
  language,
  setLanguage,
  device,
  setDevice,
  onSaved,
  onRefused,
  onSeeAs,
}: ToolbarProps): ReactElement {
  const t = useT('app-pages');
  const kit = useT('kit');
  const { draft, change } = editing;
  const { id = '', appKey = '' } = useParams();
  return (
    <div className="pages-toolbar" role="toolbar" aria-label={t('editor.title')}>
      <PageLink to={(pageConfigPage.route ?? '').replace(':id', id).replace(':appKey', appKey)} current={false}>
        {t('editor.back')}
      </PageLink>
      <Button
        icon={<UndoOutlined aria-hidden="true" />}
        aria-label={t('editor.undo')}
        title={t('editor.undo')}
        disabled={!editing.canUndo}
        onClick={editing.undo}
      />
      <Button
        icon={<RedoOutlined aria-hidden="true" />}
        aria-label={t('editor.redo')}
        title={t('editor.redo')}
        disabled={!editing.canRedo}
        onClick={editing.redo}
      />
      <Select
        aria-label={t('field.language')}
        value={language}
        options={languages.map((value) => ({ value, label: kit(`lang.${value}`) }))}
        onChange={setLanguage}
      />
      <Select
        aria-label={t('sessions.device')}
        value={device}
        options={devices.map((value) => ({ value, label: t(`editor.device.${value}`) }))}
        onChange={setDevice}
      />
      <Checkbox checked={draft.edit === 1} onChange={({ target }) => change({ ...draft, edit: target.checked ? 1 : 0 })}>
        {t('editor.pageEdit')}
      </Checkbox>
      <Permit code={pageContentPage.button.preview}>
        <Button onClick={onSeeAs}>{t('editor.seeAs')}</Button>
      </Permit>
      <Saving {...{ editing, stored, names, language, onSaved, onRefused }} />
    </div>
  );
}

type SavingProps = Pick<ToolbarProps, 'editing' | 'stored' | 'names' | 'language' | 'onSaved' | 'onRefused'>;

function Saving({ editing, stored, names, language, onSaved, onRefused }: SavingProps): ReactElement | null {
  const t = useT('app-pages');
  const { draft, dirty, reset } = editing;
  const may = useMay()(tagSave);
  const [releaseAt, setReleaseAt] = useState<number | null>(null);
  const { message } = App.useApp();
  const reasonOf = useReason();
  const wrong = (error: CallError): void => {
    const found = issuesOf(error);
    onRefused(found);
    onSaved([...found.map(({ path, message: reason }) => ({ path, reason })), ...stored.problems]);
  };
  const { save, saving, conflict, clear } = useSave(tagSave, {
    // What stands against it is listed with the ways to its places, and stands at the fields of adverts.
    answers: {
      13040: wrong,
      13041: wrong,
      10400: wrong,
      13050: (error) => {
        const found = problemsIn(fieldOf(error.data, 'problems'));
        if (found.length > 0) onSaved(found);
        onRefused(found.map(({ path, reason }) => ({ path, message: reasonOf(reason) })));
        void message.error(found.length > 0 ? t('editor.notPublished', { count: found.length }) : error.msg);
      },
    },
    invalidates: [pageConfig.list, pageReleases],
    undoable: true,
    onSaved: (saved) => {
      onSaved(saved.problems);
      setReleaseAt(null);
      reset(draftOf(saved));
      void invalidate(tagList);
    },
  });
  const theirs = conflict && tagSave.reply.safeParse(conflict.current).data;
  const send = (releaseType: 0 | 1 | 2, version = stored.version): void =>
    void save({
      configId: stored.configId,
      version,
      releaseType,
      isPageEditConsole: draft.edit,
      tagList: [...draft.tags],
      ...(releaseType === 1 && releaseAt !== null && { releaseAt }),
    });
  const take = (set: TagSet): void => {
    reset(draftOf(set));
    clear();
    void invalidate(tagList);
  };
  if (!may) return null;
  return (
    <>
      <Permit code={pageContentPage.button.save}>
        <OffButton loading={saving} off={!dirty && 'nothing'} onClick={() => send(0)}>
          {t('editor.saveDraft')}
        </OffButton>
      </Permit>
      <Permit code={pageContentPage.button.publish}>
        <Button loading={saving} onClick={() => send(2)}>
          {t('editor.trial')}
        </Button>
      </Permit>
      <Permit code={pageContentPage.button.publish}>
        <DatePicker
          aria-label={t('editor.releaseAt')}
          placeholder={t('editor.releaseNow')}
          showTime={{ format: 'HH:mm' }}
          format={momentFormats()}
          value={releaseAt === null ? null : dayjs(releaseAt)}
          onChange={(at) => setReleaseAt(at ? at.valueOf() : null)}
        />
      </Permit>
      <Permit code={pageContentPage.button.publish}>
        <Button type="primary" loading={saving} onClick={() => send(1)}>
          {t('editor.publish')}
        </Button>
      </Permit>
      {theirs && (
        <Conflict
          mine={draft.tags}
          theirs={theirs.tagList}
          said={{ names, language }}
          onKeep={() => send(0, theirs.version)}
          onTake={() => take(theirs)}
          onClose={clear}
        />
      )}
    </>
  );
}
