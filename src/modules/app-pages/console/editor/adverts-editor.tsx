import { Button, DatePicker, Form, Input } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { LocalInput } from '#kit/console/form/local-input.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { idsOf } from '#kit/console/pickers/picked.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { dayjs, momentFormats } from '#kit/console/theme/calendar.ts';
import { most, type PlatformCard } from '../../common/tag.ts';
import { OneZero } from '../components/one-zero.tsx';
import { PictureInput } from '../components/picture-input.tsx';
import { advertSubject } from '../subjects.ts';

type TagAdvert = PlatformCard['tagAdverts'][number];
const monthMillis = 30 * 86_400_000;
const noTitle = { zh_CN: '', en_US: '', ja_JP: '' };

interface AdvertsEditorProps {
  adverts: readonly TagAdvert[];
  /** What was refused of them, by paths from the list on (`0.link`). */
  issues: readonly Issue[];
  onChange: (adverts: TagAdvert[]) => void;
}

/** The adverts that a carousel of a tag holds itself. */
export function AdvertsEditor({ adverts, issues, onChange }: AdvertsEditorProps): ReactElement {
  const t = useT('app-pages');
  const [now] = useState(() => Date.now());
  const fresh: TagAdvert = {
    title: noTitle,
    fileId: null,
    link: null,
    pcLink: null,
    deptIds: [],
    deptWidgetInfo: [],
    startTime: now,
    endTime: now + monthMillis,
    pcEnable: 1,
    mobileEnable: 1,
  };
  return (
    <Form component="section" layout="vertical" aria-label={t('editor.adverts')} className="pages-adverts">
      {adverts.map((one, at) => (
        <fieldset key={at}>
          <legend>
            {t('advert')} {at + 1}
          </legend>
          <AdvertFields
            value={one}
            mistakeOf={(name) => issues.find(({ path }) => path === `${at}.${name}` || path.startsWith(`${at}.${name}.`))?.message}
            onChange={(change) => onChange(adverts.map((other, index) => (index === at ? { ...other, ...change } : other)))}
          />
          <Button size="small" danger onClick={() => onChange(adverts.filter((_, index) => index !== at))}>
            {t('factor.remove')}
          </Button>
        </fieldset>
      ))}
      <OffButton off={adverts.length >= most.tagAdverts && 'most'} onClick={() => onChange([...adverts, fresh])}>
        {t('editor.addAdvert')}
      </OffButton>
    </Form>
  );
}

interface AdvertFieldsProps {
  value: TagAdvert;
  mistakeOf: (name: keyof TagAdvert) => string | undefined;
  onChange: (change: Partial<TagAdvert>) => void;
}

function AdvertFields({ value, mistakeOf, onChange }: AdvertFieldsProps): ReactElement {
  const words = useWords(advertSubject);
  const own = useId();
  /** Id, and what is wrong, of the input that follows. */
  const input = (name: keyof TagAdvert) => {
    const wrong = mistakeOf(name) !== undefined;
    return {
      id: `${own}${name}`,
      ...(wrong && { 'aria-invalid': true, 'aria-describedby': `${own}${name}-mistake` }),
    };
  };
  const field = (name: keyof TagAdvert, content: ReactElement): ReactElement => {
    const mistake = mistakeOf(name);
    return (
      <Form.Item
        label={words.field(name)}
        htmlFor={`${own}${name}`}
        {...(mistake !== undefined && { validateStatus: 'error', help: <span id={`${own}${name}-mistake`}>{mistake}</span> })}
      >
        {content}
      </Form.Item>
    );
  };
  const moment = (name: 'startTime' | 'endTime'): ReactElement =>
    field(
      name,
      <DatePicker
        {...input(name)}
        showTime={{ format: 'HH:mm' }}
        format={momentFormats()}
        allowClear={false}
        value={dayjs(value[name])}
        onChange={(chosen) => chosen && onChange({ [name]: chosen.valueOf() })}
      />,
    );
  const address = (name: 'link' | 'pcLink'): ReactElement =>
    field(
      name,
      <Input
        {...input(name)}
        placeholder="https://"
        maxLength={2000}
        value={value[name] ?? ''}
        onChange={({ target }) => onChange({ [name]: target.value || null })}
      />,
    );
  const box = (name: 'mobileEnable' | 'pcEnable'): ReactElement =>
    field(name, <OneZero id={`${own}${name}`} value={value[name]} onChange={(on) => onChange({ [name]: on })} />);
  return (
    <>
      {field(
        'title',
        <LocalInput
          id={`${own}title`}
          name="title"
          words={words}
          facts={{ required: true, type: 'object', maxLength: 100 }}
          value={value.title}
          onChange={(title: unknown) => onChange({ title: { ...noTitle, ...(typeof title === 'object' && title) } })}
        />,
      )}
      {field('fileId', <PictureInput id={`${own}fileId`} value={value.fileId} onChange={(fileId) => onChange({ fileId })} />)}
      {moment('startTime')}
      {moment('endTime')}
      {field(
        'deptIds',
        <DepartmentPicker
          {...input('deptIds')}
          multiple
          value={value.deptIds}
          onChange={(picked) => onChange({ deptIds: [...idsOf(picked)] })}
        />,
      )}
      {box('mobileEnable')}
      {box('pcEnable')}
      {address('link')}
      {address('pcLink')}
    </>
  );
}
