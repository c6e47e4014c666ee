import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { HoursRows } from '#modules/public-accounts/console/public.ts';
import type { Windows } from '../../common/reply/reply-fields.ts';
import type { InputOf } from './input-of.ts';

const usual: Windows[number] = { from: '09:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] };

/** Hours by the clock of the site. */
export function WindowsInput({ value = [], onChange, id }: InputOf<Windows>): ReactElement {
  const t = useT('public-replies');
  return (
    <div className="sno-quiet" id={id}>
      <HoursRows rows={value} onChange={onChange} usual={usual} />
      <small>{t('window.hint')}</small>
    </div>
  );
}
