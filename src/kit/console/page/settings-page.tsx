import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { OffButton } from '../action/off-button.tsx';
import { useMay } from '../action/use-may.ts';
import { fieldOf } from '../call/call-error.ts';
import { HistoryDrawer } from '../change/history-drawer.tsx';
import { journalReadings } from '../change/revert-dialog.tsx';
import { EntityForm } from '../form/entity-form.tsx';
import { ImpactLine } from '../form/impact-line.tsx';
import { storedValues, type FormValues } from '../form/form-values.ts';
import { useEditor } from '../form/use-editor.tsx';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useT } from '../i18n/use-t.ts';
import { useCodeName } from '../routes/use-code-name.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { PageFrame } from './page-frame.tsx';
import { useRead } from './query.ts';
import './settings.css';
import { SubjectContext, useWords, type Subject } from './subject.ts';
import { idOf } from './use-selection.ts';

/** Reads one entity of settings. */
export type SettingsEndpoint = Endpoint<z.ZodType<unknown, object>, z.ZodType<{ version: number }>>;
/** Writes changed fields of one entity of settings. */
export type SettingsUpdate = Endpoint<z.ZodType<unknown, { version: number }>>;

/** A whole page of settings. */
export interface SettingsPageProps<G extends SettingsEndpoint, U extends SettingsUpdate> {
  /** The page as it is declared: its name as granted is the title. */
  page: MenuResource;
  /** Subject by which fields are labelled; `<kind>.help` of its catalogue explains the page where it exists. */
  subject: Subject;
  get: G;
  update: U;
  /** What names the entity for `get` and `update`, where there are several: `{ id }`, `{ sysCode }`. */
  target?: Input<G>;
  /** The fields in groups: `<SettingsGroup title="…"><F.host/></SettingsGroup>`. */
  children: ReactNode | ((stored: Reply<G>) => ReactNode);
  /** What the fields hold, where that is not the fields of the same name. */
  valuesOf?: (stored: Reply<G>) => FormValues;
  /** Other readings that a change makes old. */
  invalidates?: readonly Endpoint[];
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Kind of the entity in the journal, where it is not the subject's. */
  journal?: string;
}

/** One entity of settings as a page (level 3): groups of fields, a save bar that stays in view, conflicts, and the history of the entity. */
export function SettingsPage<G extends SettingsEndpoint, U extends SettingsUpdate>(props: SettingsPageProps<G, U>): ReactElement {
  const { page, subject, get, target, actions, journal } = props;
  const words = useWords(subject);
  const title = useCodeName(page.code);
  return (
    <SubjectContext value={subject}>
      <PageFrame
        title={title}
        help={words.own('help')}
        actions={
          <>
            <SettingsHistory subject={subject} get={get} title={title} {...(target && { target })} {...(journal && { journal })} />
            {actions}
          </>
        }
      >
        <SettingsPanel {...props} title={title} />
      </PageFrame>
    </SubjectContext>
  );
}

interface SettingsHistoryProps<G extends SettingsEndpoint> extends Pick<
  SettingsPageProps<G, SettingsUpdate>,
  'subject' | 'get' | 'target' | 'journal'
> {
  title: string;
}

/** The button to the history of an entity of settings. */
export function SettingsHistory<G extends SettingsEndpoint>(props: SettingsHistoryProps<G>): ReactElement | null {
  const { subject, get, target, title, journal = subject.kind } = props;
  const t = useT('kit');
  const [open, setOpen] = useState(false);
  const { data } = useRead<G>(get, target ?? ({} as Input<G>));
  if (data === undefined) return null;
  return (
    <>
      <Button icon={<HistoryOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('history.title')}
      </Button>
      {open && <HistoryDrawer title={title} subject={subject} kind={journal} objectId={idOf(data)} onClose={() => setOpen(false)} />}
    </>
  );
}

interface SettingsPanelProps<G extends SettingsEndpoint, U extends SettingsUpdate> extends Omit<
  SettingsPageProps<G, U>,
  'page' | 'actions' | 'journal'
> {
  title: string;
}

/** One entity of settings: the body of a settings page, or of a tab. */
export function SettingsPanel<G extends SettingsEndpoint, U extends SettingsUpdate>(props: SettingsPanelProps<G, U>): ReactElement {
  const { subject, get, target } = props;
  const read = useRead<G>(get, target ?? ({} as Input<G>));
  return (
    <SubjectContext value={subject}>
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isPending && (
        <div className="whk-panel whk-settings">
          <WaitingForm lines={8} />
        </div>
      )}
      {read.data !== undefined && <SettingsForm {...props} stored={read.data} />}
    </SubjectContext>
  );
}

interface SettingsFormProps<G extends SettingsEndpoint, U extends SettingsUpdate> extends SettingsPanelProps<G, U> {
  stored: Reply<G>;
}

function SettingsForm<G extends SettingsEndpoint, U extends SettingsUpdate>(props: SettingsFormProps<G, U>): ReactElement {
  const { get, update, target, stored, title, children, invalidates = [] } = props;
  const t = useT('kit');
  const may = useMay()(update);
  const [changed, setChanged] = useState(0);
  // What the form was opened with; a reading that arrives while somebody types waits.
  const [base, setBase] = useState(stored);
  const valuesOf = (current: unknown): FormValues =>
    props.valuesOf ? props.valuesOf(current as Reply<G>) : storedValues(update.input, current);
  const editor = useEditor<U>({
    endpoint: update,
    initial: valuesOf(base),
    target: { ...target, version: versionOf(base) },
    valuesOf,
    invalidates: [get, ...journalReadings, ...invalidates],
    changed,
    onChanged: setChanged,
    // What is stored is shown again until the change has run.
    onHeld: () => editor.reset(),
  });
  useLeaveGuard(changed > 0, editor.reset);
  if (stored !== base && changed === 0) setBase(stored);
  const { take } = editor;
  useEffect(() => {
    take(valuesOf(base), versionOf(base));
    // Only what was read decides; the functions are made again by every drawing.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [base]);
  return (
    <section className="whk-panel whk-settings" aria-label={title}>
      <EntityForm
        form={editor.form}
        initial={editor.initial}
        stored
        disabled={!may}
        issues={editor.issues}
        onSubmit={() => void editor.submit()}
        onChange={editor.onChange}
      >
        {typeof children === 'function' ? children(stored) : children}
      </EntityForm>
      {may && (
        <div className="whk-save-bar whk-form-foot">
          <span>
            <span role="status">{changed > 0 && t('form.changed', { count: changed })}</span>{' '}
            <ImpactLine endpoint={update} input={editor.pending} />
          </span>
          {changed > 0 && <Button onClick={editor.reset}>{t('settings.reset')}</Button>}
          <OffButton type="primary" loading={editor.saving} off={changed === 0 && 'nothing'} onClick={() => editor.form.submit()}>
            {t('form.save')}
          </OffButton>
        </div>
      )}
      {editor.conflict}
    </section>
  );
}

const versionOf = (stored: unknown): number => Number(fieldOf(stored, 'version'));
