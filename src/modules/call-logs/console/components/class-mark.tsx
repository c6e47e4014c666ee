import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { FailureClass } from '../../common/failure-class.ts';

/** Not the fault of the system behind: the caller was kept back, or hung up. */
const soft: readonly FailureClass[] = ['limited', 'cancelled', 'off', 'permission', 'signIn', 'notFound'];

/** How a call ended, in a word and a colour. */
export function ClassMark({ value, code }: { value: FailureClass; code?: number }): ReactElement {
  const t = useT('call-logs');
  const tone = value === 'ok' ? 'ok' : soft.includes(value) ? 'soft' : 'bad';
  return (
    <span className="wcl-class" data-tone={tone}>
      <i aria-hidden="true" />
      {t(`call.class.${value}`)}
      {code !== undefined && code !== 0 && <code>{code}</code>}
    </span>
  );
}
