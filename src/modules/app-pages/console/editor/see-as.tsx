import { Alert, DatePicker, Drawer, Form, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { dayjs, momentFormats } from '#kit/console/theme/calendar.ts';
import type { Reply } from '#kit/common/contract.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { tagPreview } from '../../common/page.contract.ts';
import type { Tag } from '../../common/tag.ts';
import { fallsBack, placeWords, type PageNames } from './card-names.ts';
import { useReason } from './problems.tsx';
import '../components/pages.css';

interface SeeAsProps {
  configId: string;
  tags: readonly Tag[];
  names: PageNames;
  language: Language;
  onClose: () => void;
}

/** The page as the terminal of an employee shows it at a moment, and why the rest is left out. */
export function SeeAs({ configId, tags, names, language: begun, onClose }: SeeAsProps): ReactElement {
  const t = useT('app-pages');
  const kit = useT('kit');
  const narrow = useNarrow();
  const person = useId();
  const [empId, setPerson] = useState<string>();
  const [at, setAt] = useState<number>();
  const [language, setLanguage] = useState(begun);
  return (
    <Drawer open title={t('editor.seeAs')} size={narrow ? '100%' : 560} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <Form layout="vertical" className="pages-as">
        <Form.Item label={t('editor.person')} htmlFor={person}>
          <EmployeePicker
            id={person}
            value={empId ?? null}
            onChange={(picked) => setPerson(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
        <div className="pages-choices">
          <DatePicker
            aria-label={t('editor.at')}
            placeholder={t('editor.at')}
            showTime={{ format: 'HH:mm' }}
            format={momentFormats()}
            value={at === undefined ? null : dayjs(at)}
            onChange={(chosen) => setAt(chosen?.valueOf())}
          />
          <Select
            aria-label={t('field.language')}
            value={language}
            options={languages.map((value) => ({ value, label: kit(`lang.${value}`) }))}
            onChange={setLanguage}
          />
        </div>
      </Form>
      {empId !== undefined && (
        <Seen
          input={{ configId, tagList: [...tags], empId, language, ...(at !== undefined && { at }) }}
          wordsOf={(path) => placeWords(path, tags, { names, language })}
          fallsBack={(path) => fallsBack(path, tags, language)}
        />
      )}
    </Drawer>
  );
}

interface SeenProps {
  input: Parameters<typeof useRead<typeof tagPreview>>[1];
  wordsOf: (path: string) => string;
  /** Whether the name of the card there is shown in Chinese for want of one in the language. */
  fallsBack: (path: string) => boolean;
}

function Seen({ input, wordsOf, fallsBack: fallen }: SeenProps): ReactElement | null {
  const t = useT('app-pages');
  const { data, error } = useRead(tagPreview, input);
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return null;
  return (
    <>
      <Alert
        type={data.included ? 'success' : 'warning'}
        showIcon
        role="status"
        title={t(data.included ? 'editor.included' : 'editor.excluded')}
      />
      <SeenPage page={data.page} fallsBack={fallen} />
      {data.left.length > 0 && <Left left={data.left} wordsOf={wordsOf} />}
    </>
  );
}

interface SeenPageProps extends Pick<SeenProps, 'fallsBack'> {
  page: Reply<typeof tagPreview>['page'];
}

function SeenPage({ page, fallsBack: fallen }: SeenPageProps): ReactElement {
  const t = useT('app-pages');
  return (
    <ol className="pages-seen">
      {page.tags.map((tag) => (
        <li key={tag.key}>
          <strong>{tag.name}</strong> {tag.fallsBack && <small>{t('editor.fallsBack')}</small>}
          <ul>
            {tag.cards.map((card) => (
              <li key={card.path}>
                {card.name}
                {fallen(card.path) && <small>{t('editor.fallsBack')}</small>}
                {card.cardType === 0 && (
                  <small>{[...card.widgets.map(({ name }) => name), ...card.adverts.map(({ title }) => title)].join(' · ')}</small>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

interface LeftProps {
  left: Reply<typeof tagPreview>['left'];
  wordsOf: (path: string) => string;
}

function Left({ left, wordsOf }: LeftProps): ReactElement {
  const t = useT('app-pages');
  const reasonOf = useReason();
  return (
    <section aria-label={t('editor.left')}>
      <h3>{t('editor.left')}</h3>
      <ul>
        {left.map((one) => (
          <li key={one.path}>
            {one.roles.length > 0
              ? t('editor.leftRoles', { path: wordsOf(one.path), reason: reasonOf(one.reason), roles: one.roles.join(', ') })
              : `${wordsOf(one.path)}: ${reasonOf(one.reason)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
