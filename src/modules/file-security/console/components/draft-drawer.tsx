import { Alert, Button, Drawer, Input, InputNumber, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { offBecause } from '#kit/console/action/off-because.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { draftDiscard, draftGet, draftPublish, setDiff, setList } from '../../common/draft.contract.ts';
import { fileRule } from '../../common/file-rule.contract.ts';
import { outerNetGet } from '../../common/outer-net.contract.ts';
import { sendUser } from '../../common/send-user.contract.ts';
import '#kit/console/form/form.css';
import './file-security.css';
import { ResultTag } from './result-tag.tsx';

const TestsDrawer = later('file-tests', async () => (await import('./tests-drawer.tsx')).TestsDrawer);

type Draft = Reply<typeof draftGet>;
/** The colour of what became of something. */
export const changeColours = { added: 'success', changed: 'gold', removed: 'error' } as const;
/** What may be old after the draft changed as a whole. */
export const draftReadings = [draftGet, setList, setDiff, fileRule.list, fileRule.get, sendUser.list, sendUser.get, outerNetGet];

/** The draft against the version in force: differences, tests, effect; published or given up from here. */
export function DraftDrawer({ draft, onClose }: { draft: Draft; onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const { effect } = draft;
  return (
    <Drawer
      open
      title={t('draft.review')}
      size={720}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      <div className="fs-panel">
        <Changes draft={draft} />
        <Alert
          type={effect.newlyBlocked > 0 ? 'warning' : 'info'}
          showIcon
          title={t('draft.effect', { looked: effect.looked, blocked: effect.newlyBlocked, allowed: effect.newlyAllowed })}
        />
        {draft.warnings.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t('draft.warnings')}
            description={
              <ul className="fs-lines">
                {draft.warnings.map(({ ruleId, name, text }) => (
                  <li key={`${ruleId} ${text}`}>
                    {name}: {text}
                  </li>
                ))}
              </ul>
            }
          />
        )}
        <Tests draft={draft} />
      </div>
      <PublishForm draft={draft} onDone={onClose} />
    </Drawer>
  );
}

function Changes({ draft }: { draft: Draft }): ReactElement {
  const t = useT('file-security');
  const [language] = useLanguage();
  // In words, so that nobody publishes what was only read as a name.
  const { data: diff } = useRead(setDiff, { from: draft.published.number });
  const wordsOf = ({ kind, id }: Draft['changes'][number]) => diff?.list.find((said) => said.kind === kind && said.id === id);
  return (
    <ul className="fs-lines">
      {draft.changes.map((one) => (
        <li key={`${one.kind} ${one.id}`}>
          <Tag color={changeColours[one.change]}>{t(`draft.change.${one.change}`)}</Tag> {t(`draft.kind.${one.kind}`)}{' '}
          <strong>{one.name}</strong>{' '}
          <small>
            {one.by} {one.at !== null && timeText(one.at, language)}
          </small>
          <ChangeWords said={wordsOf(one)} />
        </li>
      ))}
    </ul>
  );
}

function ChangeWords({ said }: { said: { before: string; after: string } | undefined }): ReactElement | null {
  if (!said || (said.before === '' && said.after === '')) return null;
  const { before, after } = said;
  return (
    <div className="fs-soft">
      {before !== '' && after !== '' && before !== after && (
        <>
          <del>{before}</del>
          <br />
        </>
      )}
      {after || before}
    </div>
  );
}

/** Saved tests that the draft does not decide as they expect: it is not published before they do. */
const failing = (draft: Draft): number => draft.tests.filter(({ passed }) => !passed).length;

function Tests({ draft }: { draft: Draft }): ReactElement {
  const t = useT('file-security');
  const [open, setOpen] = useState(false);
  const failed = failing(draft);
  return (
    <section aria-label={t('draft.tests')} className="fs-lines">
      <h3>{t('draft.tests')}</h3>
      {draft.tests.length === 0 && <small>{t('draft.testsNone')}</small>}
      {failed > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('draft.testsFail', { count: failed })}
          action={
            <Button size="small" onClick={() => setOpen(true)}>
              {t('draft.testsOpen')}
            </Button>
          }
        />
      )}
      <ul className="fs-lines">
        {draft.tests.map((one) => (
          <li key={one.id}>
            {one.name} <ResultTag result={one} />{' '}
            {!one.passed && <small>{t('fileTest.expects', { verdict: t(`verdict.${one.expected}`) })}</small>}
          </li>
        ))}
      </ul>
      {open && <TestsDrawer onClose={() => setOpen(false)} />}
    </section>
  );
}

function PublishForm({ draft, onDone }: { draft: Draft; onDone: () => void }): ReactElement | null {
  const t = useT('file-security');
  const id = useId();
  const may = useMay();
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState<number | null>(null);
  const { save, saving } = useSave(draftPublish, { invalidates: draftReadings, onSaved: onDone });
  const { newlyBlocked } = draft.effect;
  const failed = failing(draft);
  const ready = note.trim() !== '' && (newlyBlocked === 0 || typed === newlyBlocked);
  const publish = async (): Promise<void> => {
    await save({ number: draft.published.number, hash: draft.hash, note: note.trim(), expected: newlyBlocked });
  };
  return (
    <>
      {may(draftPublish) && (
        <section className="fs-publish" aria-label={t('draft.publish')}>
          <div className="fs-field">
            <label htmlFor={id}>{t('draft.note')}</label>
            <Input id={id} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
          </div>
          {newlyBlocked > 0 && (
            <label className="fs-field">
              {t('draft.expected', { count: newlyBlocked })}
              <InputNumber min={0} value={typed} onChange={setTyped} />
            </label>
          )}
        </section>
      )}
      {(may(draftPublish) || may(draftDiscard)) && (
        <div className="whk-drawer-foot whk-form-foot">
          <ActionButton endpoint={draftDiscard} input={{ hash: draft.hash }} invalidates={draftReadings} onDone={onDone} />
          {may(draftPublish) &&
            (failed > 0 ? (
              <Button type="primary" danger {...offBecause(t('draft.testsFail', { count: failed }))}>
                {t('draft.publish')}
              </Button>
            ) : (
              <OffButton type="primary" danger loading={saving} off={!ready && 'fields'} onClick={() => void publish()}>
                {t('draft.publish')}
              </OffButton>
            ))}
        </div>
      )}
    </>
  );
}
