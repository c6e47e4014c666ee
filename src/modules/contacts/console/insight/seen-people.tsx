import { ApartmentOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { CallError } from '#kit/console/call/call-error.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { Portrait } from '#modules/people/console/public.ts';
import { previewDept, previewSearch, previewTree } from '../../common/insight.contract.ts';
import type { PersonRow } from '../../common/terminal.contract.ts';
import type { Seeing } from './seeing.ts';
import { useWhyWords } from './why-words.ts';

/** Answered where a function is missing that the call needs. */
const notAllowed = 20030;
/** People of a department that are read at once. */
const atOnce = 50;

interface SeenProps {
  seeing: Seeing;
  onOpen: (empId: string) => void;
}

interface Step {
  id: string;
  name: string;
}

/** The tree with its people, or what a search finds. */
export function SeenPeople({ seeing, onOpen }: SeenProps): ReactElement {
  const t = useT('contacts');
  const [path, setPath] = useState<readonly Step[]>([]);
  const [text, setText] = useState('');
  const wanted = useSettled(text.trim());
  const here = path.at(-1);
  return (
    <>
      <Input
        allowClear
        aria-label={t('see.search')}
        placeholder={t('see.search')}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wanted === '' ? (
        <>
          <nav className="see-path" aria-label={t('see.path')}>
            <button type="button" className="contacts-link" disabled={path.length === 0} onClick={() => setPath([])}>
              {t('see.top')}
            </button>
            {path.map(({ id, name }, at) => (
              <span key={id}>
                <RightOutlined aria-hidden="true" />
                <button
                  type="button"
                  className="contacts-link"
                  disabled={at === path.length - 1}
                  onClick={() => setPath(path.slice(0, at + 1))}
                >
                  {name}
                </button>
              </span>
            ))}
          </nav>
          <Level seeing={seeing} parentId={here?.id} onOpen={(step) => setPath([...path, step])} />
          {here && <People key={here.id} seeing={seeing} deptId={here.id} onOpen={onOpen} />}
        </>
      ) : (
        <Found key={wanted} seeing={seeing} text={wanted} onOpen={onOpen} />
      )}
    </>
  );
}

interface LevelProps {
  seeing: Seeing;
  parentId: string | undefined;
  onOpen: (step: Step) => void;
}

function Level({ seeing, parentId, onOpen }: LevelProps): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const { data, error, refetch } = useRead(previewTree, { ...seeing, ...(parentId !== undefined && { parentId }) });
  if (error) return <Refused error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={3} />;
  if (data.nodes.length === 0) return parentId === undefined ? <p className="contacts-soft">{t('see.noTree')}</p> : <></>;
  return (
    <ul className="see-list" aria-label={t('see.departments')}>
      {data.nodes.map(({ id, name, nameOnly, count }) => (
        <li key={id}>
          <button type="button" onClick={() => onOpen({ id, name })}>
            <ApartmentOutlined aria-hidden="true" />
            <span>
              {name}
              {nameOnly && <small>{t('see.nameOnly')}</small>}
            </span>
            {count !== null && <em>{numberText(count, language)}</em>}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PageProps extends SeenProps {
  after?: string;
}

/** The people of a department: a page, and the next one below it when it is asked for. */
function People({ seeing, deptId, after, onOpen }: PageProps & { deptId: string }): ReactElement {
  const { data, error, refetch } = useRead(previewDept, { ...seeing, deptId, limit: atOnce, ...(after !== undefined && { after }) });
  const [more, setMore] = useState(false);
  if (error) return isRefused(error) ? <></> : <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={2} />;
  const { list, next } = data;
  return (
    <>
      <Rows list={list} onOpen={onOpen} />
      {next !== null && !more && <More onClick={() => setMore(true)} />}
      {next !== null && more && <People seeing={seeing} deptId={deptId} after={next} onOpen={onOpen} />}
    </>
  );
}

function Found({ seeing, text, after, onOpen }: PageProps & { text: string }): ReactElement {
  const t = useT('contacts');
  const { data, error, refetch } = useRead(previewSearch, { ...seeing, text, ...(after !== undefined && { after }) });
  const [more, setMore] = useState(false);
  if (error) return <Refused error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={3} />;
  const { list, next } = data;
  return (
    <>
      {list.length === 0 && after === undefined && <p className="contacts-soft">{t('see.foundNobody')}</p>}
      <Rows list={list} onOpen={onOpen} />
      {next !== null && !more && <More onClick={() => setMore(true)} />}
      {next !== null && more && <Found seeing={seeing} text={text} after={next} onOpen={onOpen} />}
    </>
  );
}

function More({ onClick }: { onClick: () => void }): ReactElement {
  const t = useT('contacts');
  return <Button onClick={onClick}>{t('see.more')}</Button>;
}

function Rows({ list, onOpen }: { list: readonly PersonRow[]; onOpen: (empId: string) => void }): ReactElement | null {
  const t = useT('contacts');
  const says = useWhyWords();
  if (list.length === 0) return null;
  return (
    <ul className="see-list" aria-label={t('see.people')}>
      {list.map(({ id, name, avatar, enabled, departments, fields, why }) => (
        <li key={id}>
          <button type="button" data-off={!enabled} onClick={() => onOpen(id)}>
            <Portrait person={{ id, name, avatar }} size={34} />
            <span>
              {name}
              <small>
                {[
                  ...fields.filter(({ key }) => key !== 'name' && key !== 'departments').map(({ value }) => value),
                  ...departments.map((one) => one.name),
                ].join(' · ')}
              </small>
              {why && <small className="see-because">{says(why)}</small>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const isRefused = (error: Error): boolean => error instanceof CallError && error.code === notAllowed;

/** A function that is missing is what the person meets too, and no fault. */
function Refused({ error, retry }: { error: Error; retry: () => void }): ReactElement {
  const t = useT('contacts');
  return isRefused(error) ? <p className="contacts-soft">{t('see.notAllowed')}</p> : <ErrorState error={error} retry={retry} />;
}
