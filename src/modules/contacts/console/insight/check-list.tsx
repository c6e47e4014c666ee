import { Alert, Input, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { contactCheck, type PairAnswer } from '../../common/insight.contract.ts';
import { PairView } from './pair-view.tsx';
import { mostPairs, pastedPairs } from './pasted-pairs.ts';
import { useWhyWords } from './why-words.ts';

type Checked = Reply<typeof contactCheck>;

/** A pasted list of pairs, decided. */
export function CheckList(): ReactElement {
  const t = useT('contacts');
  const id = useId();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<{ checked: Checked; lines: readonly number[] }>();
  const { save, saving } = useSave(contactCheck, { message: null });
  const { named, lines, wrong } = pastedPairs(text);
  const tooMany = named.length > mostPairs;
  const ask = async (): Promise<void> => {
    const checked = await save({ named: [...named] });
    setAnswer(checked && { checked, lines });
  };
  return (
    <>
      <label htmlFor={id}>{t('check.paste')}</label>
      <p className="contacts-soft">{t('check.pasteHint', { most: mostPairs })}</p>
      <Input.TextArea
        id={id}
        rows={6}
        maxLength={100_000}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAnswer(undefined);
        }}
      />
      {wrong.length > 0 && <Alert type="warning" showIcon title={t('check.wrongLines', { lines: wrong.slice(0, 20).join(', ') })} />}
      {tooMany && <Alert type="error" showIcon title={t('check.tooMany', { count: named.length, most: mostPairs })} />}
      <div className="contacts-tools">
        <OffButton type="primary" loading={saving} off={tooMany ? 'most' : named.length === 0 && 'nobody'} onClick={() => void ask()}>
          {t('check.ask')}
        </OffButton>
      </div>
      {answer && <Results {...answer} />}
    </>
  );
}

function Results({ checked, lines }: { checked: Checked; lines: readonly number[] }): ReactElement {
  const t = useT('contacts');
  const says = useWhyWords();
  const [open, setOpen] = useState<PairAnswer>();
  const unknown = checked.unknown.map(({ at, word }) => t('check.unknownWord', { line: lines[at] ?? 0, word }));
  return (
    <div role="status" className="contacts-checked">
      {unknown.length > 0 && <Alert type="warning" showIcon title={t('check.unknown')} description={unknown.join(t('range.and'))} />}
      <div className="whk-scroll">
        <table className="contacts-fields">
          <thead>
            <tr>
              <th scope="col">{t('check.viewer')}</th>
              <th scope="col">{t('check.target')}</th>
              <th scope="col">{t('field.result')}</th>
              <th scope="col">{t('check.why')}</th>
            </tr>
          </thead>
          <tbody>
            {checked.list.map((pair, at) => (
              <tr key={at}>
                <td>{pair.viewerName}</td>
                <th scope="row">
                  <button type="button" className="contacts-link" onClick={() => setOpen(pair)}>
                    {pair.targetName}
                  </button>
                </th>
                <td>
                  <Tag variant="filled" className="whk-tag" data-value={String(pair.tree)}>
                    {t(pair.tree ? 'check.inTree' : 'check.notInTree')}
                  </Tag>
                  <Tag variant="filled" className="whk-tag" data-value={String(pair.search)}>
                    {t(pair.search ? 'check.found' : 'check.notFound')}
                  </Tag>
                </td>
                <td>{says(pair.why)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open && (
        <>
          <h3>{t('check.pairOf', { viewer: open.viewerName, target: open.targetName })}</h3>
          <PairView pair={open} />
        </>
      )}
    </div>
  );
}
