import { Button, DatePicker, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { momentFormats, dayjs } from '#kit/console/theme/calendar.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { PlatformCard } from '../../common/tag.ts';
import { PictureInput } from '../components/picture-input.tsx';

type TagAdvert = PlatformCard['tagAdverts'][number];
const monthMillis = 30 * 86_400_000;

/** The adverts that a carousel of a tag holds itself. */
export function AdvertsEditor({
  adverts,
  onChange,
}: {
  adverts: readonly TagAdvert[];
  onChange: (adverts: TagAdvert[]) => void;
}): ReactElement {
  const t = useT('app-pages');
  const [now] = useState(() => Date.now());
  const set = (at: number, change: Partial<TagAdvert>): void =>
    onChange(adverts.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const fresh: TagAdvert = {
    title: { zh_CN: '', en_US: '', ja_JP: '' },
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
    <section aria-label={t('editor.adverts')} className="pages-adverts">
      {adverts.map((one, at) => (
        <fieldset key={at}>
          <legend>
            {t('advert')} {at + 1}
          </legend>
          <Input
            aria-label={t('advert.field.title')}
            placeholder={t('advert.field.title')}
            maxLength={100}
            value={one.title.zh_CN}
            onChange={({ target }) => set(at, { title: { ...one.title, zh_CN: target.value } })}
          />
          <PictureInput value={one.fileId} onChange={(fileId) => set(at, { fileId })} />
          <Input
            aria-label={t('advert.field.link')}
            placeholder="https://"
            value={one.link ?? ''}
            onChange={({ target }) => set(at, { link: target.value || null })}
          />
          {(['startTime', 'endTime'] as const).map((name) => (
            <DatePicker
              key={name}
              aria-label={t(`advert.field.${name}`)}
              showTime={{ format: 'HH:mm' }}
              format={momentFormats()}
              allowClear={false}
              value={dayjs(one[name])}
              onChange={(chosen) => chosen && set(at, { [name]: chosen.valueOf() })}
            />
          ))}
          <Button size="small" danger onClick={() => onChange(adverts.filter((_, index) => index !== at))}>
            {t('editor.remove')}
          </Button>
        </fieldset>
      ))}
      <OffButton off={adverts.length >= 10 && 'most'} onClick={() => onChange([...adverts, fresh])}>
        {t('editor.addAdvert')}
      </OffButton>
    </section>
  );
}
