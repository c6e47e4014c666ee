import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { codesOf, type Endpoint } from '#kit/common/contract.ts';
import { useT } from '../i18n/use-t.ts';
import { isDangerous } from '../routes/page-table.ts';
import { Permit } from '../shell/permit.tsx';
import { useCan } from '../store/granted.ts';
import './action.css';
import { isDangerousCall } from './dangerous-call.ts';
import { Opens } from './opens.tsx';

interface RowActionsProps {
  /** What the row is called. */
  name: string;
  /** What names its grant, by `endpoint` or as a `<Permit code>`, counts where it is granted; everything else always. */
  children: ReactNode;
}

/**
 * The actions of one row: behind one button, so that a row has one tab stop for all of them. Without an action that is granted there is no
 * button. What is dangerous stands last, apart from the rest and in the colour of danger, wherever the page names it.
 */
export function RowActions({ name, children }: RowActionsProps): ReactElement | null {
  const t = useT('kit');
  const can = useCan();
  if (!offersAny(children, can)) return null;
  return (
    <Opens
      content={(close) => (
        <div className="whk-actions" role="presentation" onClick={close}>
          {partOf(children, false)}
          <div className="whk-risky">{partOf(children, true)}</div>
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
  input?: unknown;
  danger?: boolean;
  code?: string | readonly string[];
  children?: ReactNode;
}

/** The children that are dangerous, or those that are not, in their order. */
function partOf(children: ReactNode, risky: boolean): ReactNode[] {
  return Children.toArray(children).flatMap((child): ReactNode[] => {
    if (!isValidElement<Offer>(child)) return risky ? [] : [child];
    if (child.type === Fragment) return [<Fragment key={child.key}>{partOf(child.props.children, risky)}</Fragment>];
    return isRisky(child) === risky ? [child] : [];
  });
}

/** What says so itself; else by the permission that it needs. What opens a form does nothing yet, unless all that it leads to is dangerous. */
function isRisky({ type, props }: ReactElement<Offer>): boolean {
  if (props.danger !== undefined) return props.danger;
  if (props.endpoint && props.input !== undefined) return isDangerousCall(props.endpoint);
  const codes = type === Permit && props.code !== undefined ? [props.code].flat() : [];
  return codes.length > 0 && codes.every(isDangerous);
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
