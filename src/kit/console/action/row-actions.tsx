import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { codesOf, type Endpoint } from '#kit/common/contract.ts';
import { useT } from '../i18n/use-t.ts';
import { Permit } from '../shell/permit.tsx';
import { useCan } from '../store/granted.ts';
import './action.css';
import { Opens } from './opens.tsx';

interface RowActionsProps {
  /** What the row is called. */
  name: string;
  /** What names its grant, by `endpoint` or as a `<Permit code>`, counts where it is granted; everything else always. */
  children: ReactNode;
}

/** The actions of one row: behind one button, so that a row has one tab stop for all of them. Without an action that is granted there is no button. */
export function RowActions({ name, children }: RowActionsProps): ReactElement | null {
  const t = useT('kit');
  const can = useCan();
  if (!offersAny(children, can)) return null;
  return (
    <Opens
      content={(close) => (
        <div className="whk-actions" role="presentation" onClick={close}>
          {children}
        </div>
      )}
    >
      <button type="button" className="whk-more" aria-label={t('list.rowActions', { name })}>
        <i aria-hidden="true" />
      </button>
    </Opens>
  );
}

interface Offer {
  endpoint?: Endpoint;
  code?: string | readonly string[];
  children?: ReactNode;
}

/** Whether anything among the children will be there: asked before they are made, for the button that they open from. */
function offersAny(children: ReactNode, can: (code: string) => boolean): boolean {
  return Children.toArray(children).some((child) => {
    if (!isValidElement<Offer>(child)) return true;
    const { type, props } = child;
    if (type === Fragment) return offersAny(props.children, can);
    const codes = props.endpoint ? codesOf(props.endpoint.access) : type === Permit && props.code !== undefined ? [props.code].flat() : [];
    return codes.length === 0 || codes.some(can);
  });
}
