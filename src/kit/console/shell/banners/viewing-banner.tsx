import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { endView } from '../../boot/view-as.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { useStored } from '../../store/store.ts';
import { timeText } from '../../table/formats.ts';

/** Banner while the console is viewed as another person, with the button that ends it. */
export function ViewingBanner(): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  const [ending, setEnding] = useState(false);
  const viewing = useStored('userInfo')?.viewing;
  if (!viewing) return null;
  const end = (): void => {
    setEnding(true);
    void endView();
  };
  return (
    <section className="wh-viewing" aria-label={t('viewing.label')}>
      <EyeOutlined aria-hidden="true" />
      <span>
        <strong>{t('viewing.as', { name: viewing.name })}</strong> {t('viewing.hint', { time: timeText(viewing.endsAt, language) })}
      </span>
      <Button size="small" loading={ending} onClick={end}>
        {t('viewing.end')}
      </Button>
    </section>
  );
}
