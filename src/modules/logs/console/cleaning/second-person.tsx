import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Endpoint, Input } from '#kit/common/contract.ts';

interface SecondPersonProps<E extends Endpoint> {
  endpoint: E;
  /** What was asked, in words. */
  children: string;
  /** The reader asked for it: it can be taken back, and agreed to by others only. */
  own: boolean;
  name: string;
  input: (approve: boolean) => Input<E>;
  invalidates: readonly Endpoint[];
}

/** What waits for a second person, with the ways to decide about it. */
export function SecondPerson<E extends Endpoint>({
  endpoint,
  children,
  own,
  name,
  input,
  invalidates,
}: SecondPersonProps<E>): ReactElement {
  const t = useT('logs');
  const common = { endpoint, names: [name], invalidates };
  return (
    <section className="wlc-asked">
      <p>{children}</p>
      <div className="wlc-asked-ways">
        {!own && (
          <ActionButton {...common} input={() => input(true)}>
            {t('hold.approve')}
          </ActionButton>
        )}
        <ActionButton {...common} input={() => input(false)} danger={false}>
          {t(own ? 'hold.takeBack' : 'hold.refuse')}
        </ActionButton>
      </div>
    </section>
  );
}
