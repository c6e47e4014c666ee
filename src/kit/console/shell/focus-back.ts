const overlay = '.ant-drawer, .ant-modal-wrap, [role=dialog]';
/**
 * So many elements that had the focus are remembered of the page and of each dialog: of those before the last ones none is likely to be gone.
 * Of each, since a walk through a long form must not let the button that opened it be forgotten.
 */
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
 * with them. It goes back to what had it before: the button that opened them, or what stands nearest in time and is still there. A drawer
 * whose content waits for its texts is taken away and put back by React: the focus returns into it. Answers how to stop.
 */
export function giveFocusBack(): () => void {
  let had: HTMLElement[] = [];
  let isGiving = false;
  /** Not noted: what is only held for a moment, while the page waits for texts, is not where the focus belongs. */
  const give = (element: HTMLElement | undefined): void => {
    isGiving = true;
    element?.focus({ preventScroll: true });
    isGiving = false;
  };
  /** What had the focus last in each dialog or drawer. */
  const layers = new WeakMap<Node, HTMLElement>();
  const note = ({ target }: FocusEvent): void => {
    if (isGiving || !(target instanceof HTMLElement)) return;
    const layer = layerOf(target);
    had = [...had.filter((one) => one !== target && one.isConnected), target];
    const beside = had.filter((one) => layerOf(one) === layer);
    if (beside.length > most) had = had.filter((one) => one !== beside[0]);
    if (layer) layers.set(layer, target);
  };
  const observer = new MutationObserver((changes) => {
    const gone = changes.flatMap(({ removedNodes }) => [...removedNodes]).some((node) => layers.has(node));
    if (gone && (document.activeElement ?? document.body) === document.body) give(had.findLast(isThere));
    const again = changes.flatMap(({ addedNodes }) => [...addedNodes]).findLast((node) => node.isConnected && layers.has(node));
    if (again && !document.activeElement?.closest(overlay)) give(layers.get(again));
  });
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}
