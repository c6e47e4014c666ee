const overlay = '.ant-drawer, .ant-modal-wrap, [role=dialog]';
/** So many elements that had the focus are remembered: of those before the last ones none is likely to be gone. */
const most = 30;

/** The child of the body in which an element of a dialog or drawer stands; undefined for what stands in the page itself. */
function layerOf(element: Element): Element | undefined {
  if (!element.closest(overlay)) return undefined;
  let layer = element;
  while (layer.parentElement && layer.parentElement !== document.body) layer = layer.parentElement;
  return layer;
}

const isThere = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility() && !element.matches(':disabled');

/**
 * Dialogs and drawers of pages are built when they are opened and taken away when they are closed; the focus that was in them would be lost
 * with them. It goes back to what had it before: the button that opened them, or what stands nearest in time and is still there. Answers
 * how to stop.
 */
export function giveFocusBack(): () => void {
  let had: HTMLElement[] = [];
  const layers = new WeakSet<Node>();
  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    had = [...had.filter((one) => one !== target && one.isConnected), target].slice(-most);
    const layer = layerOf(target);
    if (layer) layers.add(layer);
  };
  const observer = new MutationObserver((changes) => {
    const gone = changes.flatMap(({ removedNodes }) => [...removedNodes]).some((node) => layers.has(node));
    if (gone && (document.activeElement ?? document.body) === document.body) had.findLast(isThere)?.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}
